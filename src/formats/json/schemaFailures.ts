import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Static, TSchema } from 'typebox'
import { type FailureType, MAX_FAILURES } from '../errors/codes.ts'
import type { Fault } from '../errors/fault.ts'
import { memberPath } from './text.ts'

// Nothing is coerced, filled in or removed: the value is validated as it was sent.
const options = {
  strict: false,
  strictNumbers: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
}
/** Stops at the first error: most values have none, and of a hostile one nothing is gathered. */
const fast = new Ajv2020({ ...options, allErrors: false })
const thorough = new Ajv2020({ ...options, allErrors: true })

for (const ajv of [fast, thorough]) {
  ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
}

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
  additionalProperties: 'UNKNOWN',
}

/** Says where a value breaks a schema; an empty list means that it does not, and that it has the schema's type. */
export interface SchemaCheck<S extends TSchema> {
  readonly schema: S
  /** At most MAX_FAILURES, one a field. */
  failures(value: unknown, parent?: string): Fault[]
  accepts(value: unknown): value is Static<S>
}

export function schemaCheck<S extends TSchema>(schema: S): SchemaCheck<S> {
  let compiled: ValidateFunction | undefined
  let parts: SchemaParts | undefined
  // Compiled at the first use: a command line that validates one body need not wait for all schemas.
  const validate = () => (compiled ??= fast.compile(schema))
  return {
    schema,
    accepts: (value): value is Static<S> => validate()(value) === true,
    failures(value, parent = '') {
      if (validate()(value)) return []
      parts ??= splitSchema(schema)
      const found = new Map<string, Fault>()
      collect(parts, value, parent, found)
      return [...found.values()]
    },
  }
}

/**
 * A schema without what it says of the entries of its lists, and the schemas of those. The entries are checked one by
 * one, up to the thousandth failure: told all at once, those of a hostile list would take gigabytes.
 */
interface SchemaParts {
  validate: ValidateFunction
  lists: { path: readonly string[]; maxItems: number; entry: SchemaParts }[]
}

type AnySchema = Readonly<Record<string, unknown>>

function splitSchema(schema: object): SchemaParts {
  const lists: SchemaParts['lists'] = []
  const withoutEntries = strip(JSON.parse(JSON.stringify(schema)) as AnySchema, [], lists)
  return { validate: thorough.compile(withoutEntries), lists }
}

/** Looks into properties alone: what stands under anyOf and the like belongs together. */
function strip(schema: AnySchema, path: readonly string[], lists: SchemaParts['lists']): AnySchema {
  const { items, properties, ...rest } = schema
  if (typeof items === 'object' && items !== null) {
    lists.push({ path, maxItems: Number(schema.maxItems ?? Number.POSITIVE_INFINITY), entry: splitSchema(items) })
    return rest
  }
  if (typeof properties !== 'object' || properties === null) return schema
  const stripped = Object.entries(properties).map(([name, inner]) => [name, strip(inner, [...path, name], lists)])
  return { ...rest, properties: Object.fromEntries(stripped) }
}

function collect({ validate, lists }: SchemaParts, value: unknown, parent: string, found: Map<string, Fault>): void {
  if (!validate(value)) {
    for (const error of validate.errors ?? []) {
      if (found.size === MAX_FAILURES) return
      const failure = failureOf(error, value, parent)
      if (failure && !found.has(failure.field)) found.set(failure.field, failure)
    }
  }
  for (const { path, maxItems, entry } of lists) {
    const list = path.reduce<unknown>(memberOf, value)
    // A list that is too long is reported as such; its other faults would only hide that.
    if (!Array.isArray(list) || list.length > maxItems) continue
    const field = path.reduce(memberPath, parent)
    for (let i = 0; i < list.length && found.size < MAX_FAILURES; i++) collect(entry, list[i], `${field}[${i}]`, found)
  }
}

const memberOf = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function failureOf(error: ErrorObject, root: unknown, parent: string): Fault | null {
  // These two only say that something below them failed, which has a separate error.
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
    value = memberOf(value, segment)
  }
  return { path, value }
}
