import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Static, TSchema } from 'typebox'
import type { FailureType } from '../errors/codes.ts'
import type { Fault } from '../errors/fault.ts'
import { memberPath } from './text.ts'

// Nothing is coerced, filled in or removed: what was sent is what is judged.
const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  strictNumbers: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
})

ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)

const TYPE_OF_KEYWORD: Readonly<Record<string, FailureType>> = {
  required: 'MISSING',
  type: 'INVALID_TYPE',
  minimum: 'OUT_OF_RANGE',
  maximum: 'OUT_OF_RANGE',
  exclusiveMinimum: 'OUT_OF_RANGE',
  exclusiveMaximum: 'OUT_OF_RANGE',
  maxLength: 'OUT_OF_RANGE',
  maxItems: 'OUT_OF_RANGE',
  uniqueItems: 'DUPLICATE',
  additionalProperties: 'NOT_ALLOWED',
}

/** Says where a value breaks a schema; an empty list means that it does not, and that it has the schema's type. */
export interface SchemaCheck<S extends TSchema> {
  readonly schema: S
  failures(value: unknown, parent?: string): Fault[]
  accepts(value: unknown): value is Static<S>
}

export function schemaCheck<S extends TSchema>(schema: S): SchemaCheck<S> {
  let compiled: ValidateFunction | undefined
  // Compiled at the first use: a command line that validates one body need not wait for all schemas.
  const validate = () => (compiled ??= ajv.compile(schema))
  return {
    schema,
    accepts: (value): value is Static<S> => validate()(value) === true,
    failures(value, parent = '') {
      const check = validate()
      if (check(value)) return []
      const seen = new Map<string, Fault>()
      for (const error of check.errors ?? []) {
        const failure = failureOf(error, value, parent)
        if (failure && !seen.has(failure.field)) seen.set(failure.field, failure)
      }
      return [...seen.values()]
    },
  }
}

function failureOf(error: ErrorObject, root: unknown, parent: string): Fault | null {
  // These two only say that something below them failed, which is told by its own error.
  if (error.keyword === 'anyOf' || error.keyword === 'if') return null
  const place = placeOf(error.instancePath, root, parent)
  let field = place.path
  if (error.keyword === 'required') field = memberPath(field, String(error.params.missingProperty))
  if (error.keyword === 'additionalProperties') field = memberPath(field, String(error.params.additionalProperty))
  const expected = expectation(error, place.value)
  return { field, type: TYPE_OF_KEYWORD[error.keyword] ?? 'INVALID_VALUE', ...(expected ? { expected } : {}) }
}

/** What a keyword wants, and what came as far as it is no text of the sender. */
function expectation({ keyword, params }: ErrorObject, value: unknown): string | null {
  switch (keyword) {
    case 'type':
      return `${anyOf([params.type].flat().filter((type) => type !== 'null'))} was expected, ${kindOf(value)} came`
    case 'enum':
      return `${anyOf(params.allowedValues.filter((allowed: unknown) => allowed !== null))} was expected`
    case 'format':
      return `a ${params.format === 'uuid' ? 'UUID' : params.format} was expected`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `${params.comparison} ${params.limit} was expected, ${value} came`
    case 'minItems':
    case 'minLength':
      return `at least ${params.limit} ${keyword === 'minItems' ? 'items' : 'characters'} expected`
    case 'maxItems':
    case 'maxLength':
      return `at most ${params.limit} ${keyword === 'maxItems' ? 'items' : 'characters'} expected`
    default:
      return null
  }
}

const anyOf = (words: readonly unknown[]) => words.map(String).join(' or ')

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A JSON pointer as a path, with the value there; a segment is an index where the value it leads into is a list. */
function placeOf(pointer: string, root: unknown, parent: string): { path: string; value: unknown } {
  let path = parent
  let value = root
  for (const raw of pointer.split('/').slice(1)) {
    const segment = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    path = Array.isArray(value) ? `${path}[${segment}]` : memberPath(path, segment)
    value = (value as Record<string, unknown> | undefined)?.[segment]
  }
  return { path, value }
}
