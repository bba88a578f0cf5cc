import { type TSchema, Type } from 'typebox'
import { answerExample } from '../../contract/answerExamples.ts'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import { ENDPOINTS } from '../../contract/endpoints.ts'
import { EXAMPLES } from '../../contract/examples.ts'
import { isPathParameter, PATH_PARAMETERS } from '../../contract/pathParameters.ts'
import { ALL_CODES, ERROR_CODES, type ErrorCode } from '../../formats/errors/codes.ts'
import type { Route } from '../http/route.ts'

/** A status that refuses, with the codes that it may carry. */
interface StatusRefusal {
  status: number
  codes: readonly ErrorCode[]
}

const HAS_STATE = /:(jid|bid|eid|uid|did|iid|kid)/

/** Every refusal that a route can give: what its path, access, query and body bring along, and what it names itself. */
function refusalsOf(route: Route): StatusRefusal[] {
  const codes = new Set<ErrorCode>(route.refusals)
  const path = route.paths[0]
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code)
  }
  const body = route.body ?? route.rawBody?.schema
  if (path.includes(':') || path.includes('*')) add('GE_0001', 'resource_error')
  if (path.includes(':jid')) add('FS_0006')
  if (route.query) add('GE_0002', 'invalid_request_error')
  if (route.access !== 'public') add('auth-failure', 'unauthorized')
  // Writes under a cookie have to come from the service's own pages.
  if (path.startsWith('/api/') && route.method !== 'GET') add('unauthorized')
  if (body) add('GE_0001', 'GE_0002', 'FS_0013')
  if (route.method !== 'GET' && HAS_STATE.test(path)) add('JOB_STATE', 'CONFLICT', 'GONE')
  if (route.method !== 'GET' && body) add('CONFLICT')
  if (route.method === 'POST' && opensByKey(route)) add('rate_limited')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of ALL_CODES) {
    if (!codes.has(code)) continue
    const { status } = ERROR_CODES[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  if (body) byStatus.set(415, ['GE_0001'])
  // Node's own, before a route is known: headers larger than 16 KiB.
  byStatus.set(431, ['GE_0001'])
  byStatus.set(500, ['api_error']).set(503, ['api_error'])
  return [...byStatus].map(([status, of]) => ({ status, codes: of })).sort((a, b) => a.status - b.status)
}

const opensByKey = ({ access }: Route): boolean => (typeof access === 'string' ? access !== 'public' : 'key' in access)

interface Link {
  operationId: string
  parameters: Readonly<Record<string, string>>
}

const pid = '$request.path.pid'

/** The next calls that are possible with the ids of an answer. */
const LINKS: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  'POST /v1/projects/:pid/jobs': {
    job: { operationId: 'getJob', parameters: { pid, jid: '$response.body#/data/job_id' } },
  },
  'POST /v1/projects/:pid/batch': {
    batch: { operationId: 'getBatch', parameters: { pid, bid: '$response.body#/data/batch_id' } },
  },
  'POST /v1/projects/:pid/exports': {
    export: { operationId: 'getExport', parameters: { pid, eid: '$response.body#/data/export_id' } },
  },
  'POST /v1/projects': {
    details: {
      operationId: 'getProjectDetails',
      parameters: { pid: '$response.body#/data/project_id' },
    },
  },
  'POST /v1/projects/:pid/keys': {
    revoke: { operationId: 'revokeKey', parameters: { pid, kid: '$response.body#/data/key_id' } },
  },
}

const linksOf = (method: string, path: string): Readonly<Record<string, Link>> | undefined => LINKS[`${method} ${path}`]

type RawBody = NonNullable<Route['rawBody']>

const plain = (schema: unknown): object => JSON.parse(JSON.stringify(schema))

/** `/v1/projects/:pid/jobs` as `/v1/projects/{pid}/jobs`. */
export const documentedPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')

const EXAMPLE_OF: ReadonlyMap<string, unknown> = new Map(Object.entries(EXAMPLES))

const NAMES: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries<Endpoint>(ENDPOINTS).map(([name, endpoint]) => [endpoint, name]),
)

/** What an operation is called under one of its paths, and what under its newest. */
interface OperationName {
  operationId: string
  /** null: it is the newest. */
  aliasOf: string | null
}

/** `createJob`; under older paths `createJobV0`, for people `createJobBySession`. */
function nameOf({ method, endpoint }: Route, path: string): OperationName {
  const name = NAMES.get(endpoint)
  if (name === undefined) return { operationId: nameOfPath(method, path), aliasOf: null }
  if (path === endpoint.paths.at(-1)) return { operationId: name, aliasOf: null }
  const place = path.startsWith('/v0/project/') || path.startsWith('/v1/project/') ? 'OfProject' : ''
  const version = path.startsWith('/api/') ? 'BySession' : path.startsWith('/v0/') ? 'V0' : ''
  return { operationId: `${name}${place}${version}`, aliasOf: name }
}

/** For files of the service itself, which no contract names. */
const nameOfPath = (method: string, path: string): string =>
  `${method.toLowerCase()}${path
    .replace(/\*/g, 'path')
    .replace(/[/:_.-]+(\w)/g, (_, letter) => letter.toUpperCase())
    .replace(/\W/g, '')}`

/** The OpenAPI description of a route under one of its paths. */
export function operationOf(route: Route, path: string): object {
  const { bodyOptional, rawBody } = route
  const schema = rawBody?.schema ?? route.body
  const { operationId, aliasOf } = nameOf(route, path)
  return {
    operationId,
    ...(aliasOf !== null && { 'x-alias-of': aliasOf }),
    summary: route.summary,
    description: accessText(route.access),
    tags: [route.tag],
    security: securityOf(route.access),
    parameters: parametersOf(route, path),
    ...(schema && {
      requestBody: {
        required: !bodyOptional,
        content: dataPlaceOf(schema, rawBody, EXAMPLE_OF.get(aliasOf ?? operationId)),
      },
    }),
    responses: responsesOf(route, path, aliasOf ?? operationId),
  }
}

function accessText(access: Access): string {
  if (access === 'public') return 'Needs no key.'
  if (typeof access === 'object' && !('key' in access)) {
    return access.session === 'signed-in'
      ? 'Needs a session.'
      : `Needs a session with the permission ${access.session}.`
  }
  const key = typeof access === 'string' ? access : access.key
  if (key === 'submit or read') return 'Needs a key with the scope submit or read.'
  return key === 'admin' ? 'Needs the admin key.' : `Needs a key with the scope ${key}.`
}

function securityOf(access: Access): object[] {
  if (access === 'public') return []
  return typeof access === 'object' && !('key' in access) ? [{ session: [] }] : [{ key: [] }]
}

function parametersOf(route: Route, path: string): object[] {
  const names = [...documentedPath(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const required = new Set<string>(route.query?.required ?? [])
  const inPath = names
    .filter(isPathParameter)
    .map((name) => ({ name, in: 'path', required: true, schema: plain(PATH_PARAMETERS[name]) }))
  const inQuery = Object.entries<TSchema>(route.query?.properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = plain(property) as { description?: string }
    return { name, in: 'query', required: required.has(name), ...(description && { description }), schema }
  })
  return [...inPath, ...inQuery]
}

const dataPlaceOf = (
  schema: TSchema,
  { contentTypes = ['application/json'], streamed = [] }: Partial<RawBody> = {},
  example?: unknown,
): object =>
  Object.fromEntries(
    contentTypes.map((type) => {
      const isExample = example !== undefined && type === 'application/json'
      return [type, streamed.includes(type) ? {} : { schema: plain(schema), ...(isExample && { example }) }]
    }),
  )

const integer = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })
const RETRY_AFTER = { 'Retry-After': integer('seconds to wait') }
const LIMITS = {
  'RateLimit-Limit': integer('POSTs that may come in a burst'),
  'RateLimit-Remaining': integer('what is left of them'),
  'RateLimit-Reset': integer('seconds until all are there again'),
}

function responsesOf(route: Route, path: string, operation: string): object {
  const isLimited = route.method === 'POST' && opensByKey(route)
  const links = linksOf(route.method, path)
  const done = {
    description: 'Done',
    ...(isLimited && { headers: optional(LIMITS) }),
    content: answerOf(route, operation),
    ...(links && { links }),
  }
  const also = Object.entries(route.alsoAnswers ?? {}).map(([status, description]) => [status, { description }])
  const refused = refusalsOf(route).map(({ status, codes }) => [
    status,
    {
      description: codes.join(', '),
      headers: headersOf(status, isLimited),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return { 200: done, ...Object.fromEntries([...also, ...refused]) }
}

function headersOf(status: number, isLimited: boolean): object {
  if (status === 429) return isLimited ? { ...RETRY_AFTER, ...optional(LIMITS) } : RETRY_AFTER
  if (status === 503) return RETRY_AFTER
  return status === 416 ? { 'Content-Range': { schema: { type: 'string' } } } : {}
}

/** With RATE_LIMIT=0 there are no limit headers. */
const optional = (headers: Record<string, object>) =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, { ...header, required: false }]))

function answerOf({ answer, answerType }: Route, operation: string): object {
  if (!answer) return answerType ? { [answerType]: {} } : {}
  const data = answerExample(operation, answer)
  if (answerType) return { [answerType]: { schema: plain(answer), example: data } }
  const schema = Type.Object({ success: Type.Literal(true), data: answer })
  return { 'application/json': { schema: plain(schema), example: { success: true, data } } }
}
