import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Static, TSchema } from 'typebox'
import { memberPath } from '../../json/text.ts'
import { type FailureType, MAX_FAILURES } from '../errors/codes.ts'
import { type Fault, faultAt, secretFault } from '../errors/fault.ts'
import { nameWords, schemaWords, type WordedSchema } from './schemaWords.ts'

// The value is validated as sent, without coercion, defaults or removal.
const options = {
  strict: false,
  strictNumbers: true,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
}
/** Stops at the first error: most values have none, and the errors of a hostile one must not accumulate. */
const fast = new Ajv2020({ ...options, allErrors: false })
/** Names the schema of each error, for its words. */
const thorough = new Ajv2020({ ...options, allErrors: true, verbose: true })

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
 * A schema without the rules for the entries of its lists, and those rules separately. Entries are checked one by one,
 * up to the thousandth failure: all failures of a hostile list together would take gigabytes.
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

/** Looks only into properties: schemas under anyOf and similar keywords must stay whole. */
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
      const known = found.get(failure.field)
      // It says that no branch fits; errors inside the branches say more.
      if (error.keyword === 'anyOf') {
        if (known) known.expected = failure.expected
      } else if (!known) found.set(failure.field, failure)
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

function failureOf(error: ErrorObject, root: unknown, parent: string): Fault {
  const { keyword, params } = error
  const schema: WordedSchema = error.parentSchema ?? {}
  const place = placeOf(error.instancePath, root, parent)
  if (keyword === 'required') {
    const name = String(params.missingProperty)
    const wanted = schema.properties?.[name]
    return faultAt(memberPath(place.path, name), 'MISSING', wanted ? schemaWords(wanted) : 'a value', undefined)
  }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    return faultAt(memberPath(place.path, name), 'UNKNOWN', nameWords(schema), name)
  }
  const tell = schema.writeOnly ? secretFault : faultAt
  return tell(place.path, TYPE_OF_KEYWORD[keyword] ?? 'INVALID_VALUE', expectation(keyword, schema), place.value)
}

const expectation = (keyword: string, schema: WordedSchema): string => {
  if (keyword === 'uniqueItems') return 'a list of entries that differ'
  if (keyword === 'propertyNames') return 'names of members that fit'
  return schemaWords(schema)
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
