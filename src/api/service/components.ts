type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The document with each noun (a schema with a title) once, under `components`, and named everywhere else. */
export function withComponents<Document extends { components: { schemas: Json } }>(document: Document): object {
  const nouns = new Map<string, string>()
  const replaced = replaceNouns(document, nouns) as Document
  const schemas = Object.fromEntries(
    [...nouns].sort().map(([name, text]): [string, unknown] => [name, JSON.parse(text)]),
  )
  return {
    ...replaced,
    components: { ...replaced.components, schemas: { ...replaced.components.schemas, ...schemas } },
  }
}

function replaceNouns(value: unknown, nouns: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceNouns(one, nouns))
  if (!isJson(value)) return value
  const made = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, isExample(key, value) ? member : replaceNouns(member, nouns)]),
  )
  return typeof made.title === 'string' && ('type' in made || 'anyOf' in made) ? named(made, made.title, nouns) : made
}

/** An example is a value next to its schema: its members `title` and `type` are data. */
const isExample = (key: string, { schema }: Json): boolean => key === 'example' && schema !== undefined

/** @throws Error for two schemas of one name: a noun means one thing */
function named(schema: Json, name: string, nouns: Map<string, string>): Json {
  const { type, ...rest } = schema
  const isNullable = Array.isArray(type) && type.includes('null')
  const noun = isNullable ? { ...rest, type: type.find((one) => one !== 'null') } : schema
  const text = JSON.stringify(sorted(noun))
  const known = nouns.get(name)
  if (known !== undefined && known !== text) throw new Error(`two schemas are called ${name}: ${known} and ${text}`)
  nouns.set(name, text)
  const reference = { $ref: `#/components/schemas/${name}` }
  return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
}

const sorted = (value: Json): Json => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
