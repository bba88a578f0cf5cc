import type { Endpoint } from '../../src/contract/endpoint.ts'
import { ENDPOINTS, type Operation } from '../../src/contract/endpoints.ts'
import { METHODS, type Methods } from './methods.ts'
import { type JsonSchema, plain } from './schema.ts'

/** An operation of customers as the generators see it. */
export interface ClientOperation {
  operation: string
  methods: Methods
  method: Endpoint['method']
  /** The newest path. */
  path: string
  /** Parameters of the path but the project. */
  parameters: string[]
  summary: string
  /** null: the call has no body with members. */
  body: JsonSchema | null
  /** Without the token of a page. */
  query: Record<string, JsonSchema>
  answer: JsonSchema | null
  /** The member of the answer that lists what comes by the page; null: the answer is whole. */
  pagedBy: string | null
  /** Its doubles do nothing, so that it may be sent again after a lost answer. */
  isRepeatable: boolean
}

/** Posted again they do the same. */
const REPEATABLE: ReadonlySet<string> = new Set<Operation>([
  'evaluateAssistant',
  'previewRetention',
  'resendBatchCallbacks',
  'resendJobCallbacks',
])

/** Answers that tell how the process is, for its operator. */
const PROBES: ReadonlySet<string> = new Set<Operation>(['getHealth', 'getReadiness', 'getMetrics'])

export const isForCustomers = (operation: string, { tag }: Endpoint): boolean =>
  tag !== 'pages' && !PROBES.has(operation)

/** Every operation of customers. @throws Error for one that no client has a method for */
export function clientOperations(): ClientOperation[] {
  const all = Object.entries<Endpoint>(ENDPOINTS).filter(([name, endpoint]) => isForCustomers(name, endpoint))
  const lost = all.filter(([name]) => !(name in METHODS)).map(([name]) => name)
  if (lost.length > 0) throw new Error(`no method in scripts/clients/methods.ts: ${lost.join(', ')}`)
  return all.map(([name, endpoint]) => clientOperation(name, endpoint, METHODS[name as Operation] as Methods))
}

function clientOperation(operation: string, endpoint: Endpoint, methods: Methods): ClientOperation {
  const path = endpoint.paths.at(-1) ?? ''
  const body = endpoint.body ?? endpoint.rawBody?.schema
  const { page_token: token, ...query } = plain(endpoint.query ?? {}).properties ?? {}
  const answer = endpoint.answer && !endpoint.answerType ? plain(endpoint.answer) : null
  const members = Object.entries(answer?.properties ?? {})
  const list = members.find(([, member]) => member.type === 'array')
  const isPaged = token !== undefined && list !== undefined && answer?.properties?.next_page_token !== undefined
  return {
    operation,
    methods,
    method: endpoint.method,
    path,
    parameters: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name).filter((name) => name !== 'pid'),
    summary: endpoint.summary,
    body: body && hasMembers(plain(body)) ? plain(body) : null,
    query,
    answer,
    pagedBy: isPaged ? list[0] : null,
    isRepeatable: endpoint.method !== 'POST' || REPEATABLE.has(operation),
  }
}

const hasMembers = ({ properties, type, anyOf, allOf }: JsonSchema): boolean =>
  type !== 'object' || anyOf !== undefined || allOf !== undefined || Object.keys(properties ?? {}).length > 0

/** What a method is called with, by the names of parameters of paths. */
export const PARAMETER_NAMES: Readonly<Record<string, string>> = {
  jid: 'jobId',
  bid: 'batchId',
  kid: 'keyId',
  eid: 'exportId',
  mid: 'importId',
  nid: 'ingestId',
  fid: 'fileId',
  uid: 'userId',
  cid: 'contestId',
  tag: 'tag',
  sensor: 'sensorId',
  assistant: 'name',
  rid: 'runId',
  group: 'name',
  aid: 'actionId',
  task: 'taskId',
  tid: 'taskId',
}

/** What a method answers of the answer: a member, all of it, or nothing. */
export function givenBy({ answer, methods, pagedBy }: ClientOperation): {
  member: string | null
  schema: JsonSchema | null
} {
  const members = Object.entries(answer?.properties ?? {})
  const isNothing =
    answer === null || answer.type === 'null' || (answer.type === 'object' && !answer.title && members.length === 0)
  if (methods.gives === '' || isNothing) return { member: null, schema: null }
  if (pagedBy !== null) return { member: pagedBy, schema: answer.properties?.[pagedBy]?.items ?? {} }
  if (methods.gives !== undefined) return { member: methods.gives, schema: answer.properties?.[methods.gives] ?? {} }
  const [only] = members
  if (members.length === 1 && !answer.title && only[1].type === 'array') return { member: only[0], schema: only[1] }
  return { member: null, schema: answer }
}
