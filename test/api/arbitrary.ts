import fc from '../laws.ts'
import type { JsonSchema } from './openApi.ts'

/** Values that programs trip over. */
const ODD = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(300),
  '\ud83d\ude80',
  '%00',
  '../..',
  "'; drop table jobs; --",
  '<script>',
  '2026-02-30T00:00:00+00:00',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '9223372036854775808',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '\u001b[2J',
  'http://127.0.0.1:1/x',
  '0',
  'null',
]
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...ODD, null, true, false, 0, -1, 1e308, -0, 2 ** 53, 0.1, [], {}, [[]], { __proto__: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values of a schema: most are good, some have an odd value somewhere. */
export function valuesOf(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: goodValue(schema, depth) }, { weight: 1, arbitrary: oddValue })
}

function goodValue(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, depth)))
  if (schema.allOf) {
    return fc.tuple(...schema.allOf.map((one) => goodValue(one, depth))).map((parts) => Object.assign({}, ...parts))
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return fc.oneof(...types.map((type) => ofType(type, schema, depth)))
}

function ofType(type: string | undefined, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (type === 'object') return objectOf(schema, depth)
  if (type === 'array') {
    const item = schema.items && depth < 6 ? valuesOf(schema.items, depth + 1) : oddValue
    return fc.array(item, { maxLength: 3 })
  }
  if (type === 'string') {
    if (schema.format === 'uuid') return fc.uuid()
    return fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: Math.min(schema.maxLength ?? 20, 20) }))
  }
  if (type === 'integer') return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 20 })
  if (type === 'number') return fc.oneof(fc.constantFrom(0, 1, -1), fc.double({ noNaN: true, noDefaultInfinity: true }))
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return oddValue
}

function objectOf(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required ?? [])
  const known = fc.record(Object.fromEntries(properties.map(([name, one]) => [name, valuesOf(one, depth + 1)])), {
    requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
  })
  const more = fc.dictionary(fc.constantFrom(...ODD, 'metadata'), oddValue, { maxKeys: 2 })
  const missing = fc.constantFrom(...properties.map(([name]) => name), '')
  return fc.tuple(known, fc.nat(9), more, missing).map(([value, dice, extra, name]) => {
    if (dice === 0) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
    return dice === 1 ? { ...value, ...extra } : value
  })
}

/** A piece of a path or of a query. */
export const oddText = fc.oneof(
  fc.constantFrom(...ODD.slice(1), '\u0000', 'ZXZlbnQ6MQ', '00000000-0000-0000-0000-000000000000'),
  fc.uuid(),
  fc.string({ minLength: 1, maxLength: 30 }),
)

/** A query parameter of a schema, as text; sometimes something odd. */
export const parameterOf = (schema: JsonSchema): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: valuesOf(schema).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
    },
    { weight: 1, arbitrary: oddText },
  )
