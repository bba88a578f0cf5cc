import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ERROR_CODES } from '../../src/formats/errors/codes.ts'
import type { Answer, Api } from '../support/apiClient.ts'

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  additionalProperties?: boolean | JsonSchema
  writeOnly?: boolean
}

type Content = Record<string, { schema?: JsonSchema }>
type Headers = Record<string, { required?: boolean }>

interface WireOperation {
  description: string
  security: object[]
  operationId: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content; headers?: Headers; links?: object }>
}

export interface Operation {
  method: string
  /** `/v1/projects/{pid}/jobs` */
  path: string
  pathParameters: string[]
  query: { name: string; required: boolean; schema: JsonSchema }[]
  body: JsonSchema | null
  /** The first that is taken; null: without a body. */
  contentType: string | null
  isPublic: boolean
  /** Opened by a person's session, not by a key. */
  needsSession: boolean
  needsAdmin: boolean
  /** The scopes of which it asks for one; none for an admin's and for public ones. */
  scopes: string[]
  /** Whether an address is one of this path. */
  matches(address: string): boolean
  /** Holds an answer against what the document says of this operation. */
  check(answer: Answer): void
}

/** The document with every noun written out where it is named. */
export function withoutReferences(document: { components: { schemas: Record<string, unknown> } }): unknown {
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled)
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value) return filled(document.components.schemas[String(value.$ref).split('/').at(-1) ?? ''])
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member)]))
  }
  return filled(document)
}

/** Every operation of the service's own description. */
export async function readOperations(api: Api): Promise<Operation[]> {
  const { bytes } = await api.call('GET', '/openapi.json?audience=internal')
  const document = withoutReferences(JSON.parse(bytes.toString('utf8'))) as {
    paths: Record<string, Record<string, WireOperation>>
    components: { schemas: { Error: JsonSchema } }
  }
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const isError = ajv.compile(document.components.schemas.Error)
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const named = (place: string) => operation.parameters.filter((one) => one.in === place).map((one) => one.name)
      const answer = operation.responses['200'].content?.['application/json']?.schema
      const isAnswer = answer ? ajv.compile(answer) : null
      const name = `${method.toUpperCase()} ${path}`
      const pattern = new RegExp(`^${path.replace('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
      return {
        method: method.toUpperCase(),
        path,
        pathParameters: named('path'),
        query: operation.parameters.filter((one) => one.in === 'query'),
        body: operation.requestBody?.content['application/json']?.schema ?? null,
        contentType: Object.keys(operation.requestBody?.content ?? {}).at(0) ?? null,
        isPublic: operation.security.length === 0,
        needsSession: operation.security.some((one) => 'session' in one),
        needsAdmin: operation.description.includes('admin key'),
        scopes: /the scope (\w+(?: or \w+)?)/.exec(operation.description)?.[1].split(' or ') ?? [],
        matches: (address) => pattern.test(address),
        check: (given) => {
          checkDocumented(name, given, operation.responses)
          checkAnswer(name, given, isAnswer, isError)
        },
      }
    }),
  )
}

/** Its status is one that is documented, with a content type and the headers that belong to it. */
function checkDocumented(name: string, answer: Answer, responses: WireOperation['responses']): void {
  const documented = responses[answer.status]
  const told = () => `${name}: ${answer.status} ${answer.bytes.toString('utf8').slice(0, 600)}`
  assert.ok(documented, `not documented: ${told()}`)
  const type = String(answer.headers['content-type'] ?? '').split(';')[0]
  if (answer.bytes.length > 0 && documented.content) {
    const types = Object.keys(documented.content)
    assert.ok(types.includes(type) || types.includes('application/octet-stream'), `${told()} is ${type}`)
  }
  for (const [header, { required }] of Object.entries(documented.headers ?? {})) {
    if (required !== false) assert.ok(answer.headers[header.toLowerCase()] !== undefined, `${told()} lacks ${header}`)
  }
}

function checkAnswer(name: string, answer: Answer, isAnswer: ValidateFunction | null, isError: ValidateFunction): void {
  const told = () => `${name}: ${answer.status} ${answer.bytes.toString('utf8').slice(0, 600)}`
  assert.ok(answer.status < 500, told())
  if (answer.status >= 400) {
    assert.ok(isError(answer.json), `${told()} ${JSON.stringify(isError.errors)}`)
    const { code, meta_data } = answer.json!.error!
    assert.ok(Object.hasOwn(ERROR_CODES, code), told())
    const { status } = ERROR_CODES[code as keyof typeof ERROR_CODES]
    assert.ok(answer.status === status || answer.status === 415 || answer.status === 503, told())
    assert.ok(meta_data.failures.length <= 1000)
  } else if (answer.status === 200 && isAnswer) {
    assert.ok(isAnswer(answer.json), `${told()} ${JSON.stringify(isAnswer.errors?.slice(0, 3))}`)
  }
}

/** A path with its parameters filled in. */
export const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'))
