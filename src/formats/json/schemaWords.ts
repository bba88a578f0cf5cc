import { beginningOf } from '../../json/beginningOf.ts'

/** A schema as far as its words need it. */
export interface WordedSchema {
  [keyword: string]: unknown
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly WordedSchema[]
  format?: string
  pattern?: string
  properties?: Readonly<Record<string, WordedSchema>>
  /** Holds a secret. */
  writeOnly?: boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

const WORD_OF_TYPE: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const WORD_OF_FORMAT: Readonly<Record<string, string>> = { uuid: 'a UUID', 'date-time': 'an ISO 8601 time' }

/** More names than this help no reader, and names may be long. */
const MOST_NAMES = 40
const MOST_CHARACTERS = 1000

/**
 * A short description of what a schema expects: `an integer from 1 to 10`. Null is left out, since it means the same as
 * absent.
 */
export function schemaWords(schema: WordedSchema): string {
  if (schema.const !== undefined) return String(schema.const)
  if (schema.enum) return orOf(schema.enum.filter((one) => one !== null).map(String))
  if (schema.anyOf) return orOf([...new Set(schema.anyOf.filter(({ type }) => type !== 'null').map(schemaWords))])
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  return types.length > 0 ? orOf(types.map((type) => `${WORD_OF_TYPE[type]}${rangeWords(type, schema)}`)) : 'a value'
}

/** The names that an object may have. */
export const nameWords = ({ properties = {} }: WordedSchema): string => orOf(Object.keys(properties))

/** Words of which one is expected, such as the names of classes; long lists are cut. */
export function orOf(words: readonly string[]): string {
  const shown = words.slice(0, MOST_NAMES)
  const text = shown.join(' or ')
  const isCut = words.length > shown.length || text.length > MOST_CHARACTERS
  return `${beginningOf(text, MOST_CHARACTERS)}${isCut ? ' …' : ''}` || 'no member'
}

function andOf(words: readonly string[]): string {
  const shown = words.slice(0, MOST_NAMES)
  if (words.length > shown.length) return `${shown.join(', ')} …`
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(' and ') || 'no member'
}

function rangeWords(type: string, schema: WordedSchema): string {
  if (type === 'string') {
    if (schema.format) return ` that is ${WORD_OF_FORMAT[schema.format] ?? schema.format}`
    const pattern = schema.pattern ? ` that fits ${schema.pattern}` : ''
    return sizeWords(schema.minLength, schema.maxLength, 'characters') + pattern
  }
  if (type === 'array') return sizeWords(schema.minItems, schema.maxItems, 'entries')
  if (type === 'object') return schema.properties ? ` with ${andOf(Object.keys(schema.properties))}` : ''
  if (type !== 'integer' && type !== 'number') return ''
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  const low = above !== undefined ? ` above ${above}` : minimum !== undefined ? ` of at least ${minimum}` : ''
  const high = below !== undefined ? ` below ${below}` : maximum !== undefined ? ` of at most ${maximum}` : ''
  return low && high ? `${low} and${high}` : low + high
}

function sizeWords(least: number | undefined, most: number | undefined, of: string): string {
  if (least !== undefined && most !== undefined)
    return least === most ? ` of ${least} ${of}` : ` of ${least} to ${most} ${of}`
  if (most !== undefined) return ` of at most ${most} ${of}`
  if (least === 1) return ' that is not empty'
  return least !== undefined && least > 0 ? ` of at least ${least} ${of}` : ''
}
