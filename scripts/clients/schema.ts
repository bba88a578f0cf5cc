/** JSON Schema as far as the contract uses it. */
export interface JsonSchema {
  title?: string
  description?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: string[]
}

/** The same without null, and whether null was one of its types. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const { type, enum: values, ...rest } = schema
  if (!Array.isArray(type)) return { schema, isNullable: false }
  const types = type.filter((one) => one !== 'null')
  const plain = { ...rest, type: types.length === 1 ? types[0] : types }
  return {
    schema: values ? { ...plain, enum: values.filter((one) => one !== null) } : plain,
    isNullable: types.length < type.length,
  }
}

export const plain = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema))

/** Every schema within, itself first. */
function* within(schema: JsonSchema): Generator<JsonSchema> {
  yield schema
  const { anyOf = [], allOf = [], items, properties = {}, patternProperties = {} } = schema
  const parts = [...anyOf, ...allOf, ...(items ? [items] : [])]
  for (const part of [...parts, ...Object.values(properties), ...Object.values(patternProperties)]) yield* within(part)
}

/** Every noun (a schema with a title) within a schema, those that others are made of first. */
export function nounsIn(schema: JsonSchema): Map<string, JsonSchema> {
  const found = [...within(schema)].filter((one) => one.title !== undefined).reverse()
  return new Map(found.map((one) => [one.title ?? '', withoutNull(one).schema]))
}
