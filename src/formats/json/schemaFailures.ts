import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Static, TSchema } from 'typebox'
import type { Failure, FailureType } from '../errors/codes.ts'
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
  failures(value: unknown, parent?: string): Failure[]
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
      const seen = new Map<string, Failure>()
      for (const error of check.errors ?? []) {
        const failure = failureOf(error, value, parent)
        if (failure && !seen.has(failure.field)) seen.set(failure.field, failure)
      }
      return [...seen.values()]
    },
  }
}

function failureOf(error: ErrorObject, root: unknown, parent: string): Failure | null {
  // These two only say that something below them failed, which is told by its own error.
  if (error.keyword === 'anyOf' || error.keyword === 'if') return null
  let field = pathOf(error.instancePath, root, parent)
  if (error.keyword === 'required') field = memberPath(field, String(error.params.missingProperty))
  if (error.keyword === 'additionalProperties') field = memberPath(field, String(error.params.additionalProperty))
  return { field, type: TYPE_OF_KEYWORD[error.keyword] ?? 'INVALID_VALUE' }
}

/** A JSON pointer as a path; a segment is an index where the value it leads into is a list. */
function pathOf(pointer: string, root: unknown, parent: string): string {
  let path = parent
  let value = root
  for (const raw of pointer.split('/').slice(1)) {
    const segment = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    path = Array.isArray(value) ? `${path}[${segment}]` : memberPath(path, segment)
    value = (value as Record<string, unknown> | undefined)?.[segment]
  }
  return path
}
