import type { AnswerOf, BodyOf, PageRoute, ParamsOf, QueryOf } from '../../contract/pageApi.ts'
import type { Failure } from '../../formats/errors/codes.ts'
import { OWN_PAGE_HEADER } from '../../formats/workbench/ownPage.ts'

/** An answer that refuses, or none at all (status 0: no connection). */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly failures: readonly Failure[]
  readonly meta: Readonly<Record<string, unknown>>
  /** Names the call in the service's log. */
  readonly requestId: string | null

  constructor(
    status: number,
    code: string,
    message: string,
    meta: Record<string, unknown> = {},
    requestId: string | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.meta = meta
    this.requestId = requestId
    this.failures = Array.isArray(meta.failures) ? meta.failures.filter(isFailure) : []
  }

  get offline(): boolean {
    return this.status === 0
  }
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'field' in value && 'type' in value

/** Says `end` when the service answers that the session has ended. */
export const signedIn = new EventTarget()

interface Sending {
  method?: string
  body?: unknown
  /** Sent unchanged instead of JSON, under its own type. */
  file?: Blob
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** Lines of JSON that come before the answer. */
  onLine?(line: unknown): void
  /** The page may be going away: the browser sends it all the same. */
  keepalive?: boolean
}

/** Calls the service with the cookie of the session and gives `data` of the answer; throws ApiFailure. */
export async function call<T>(
  address: string,
  { method = 'GET', body, file, signal, keepalive, onLine, headers: also }: Sending = {},
): Promise<T> {
  const sent = file ?? (body === undefined ? undefined : JSON.stringify(body))
  const headers: Record<string, string> = { accept: onLine ? 'application/x-ndjson' : 'application/json', ...also }
  if (method !== 'GET') {
    headers['content-type'] = file?.type ?? 'application/json'
    headers[OWN_PAGE_HEADER] = '1'
  }
  let response: Response
  try {
    response = await fetch(address, { method, headers, body: sent, signal, keepalive, credentials: 'same-origin' })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiFailure(0, 'offline', 'no connection')
  }
  const isLines = response.headers.get('content-type')?.includes('ndjson')
  const answer = onLine && isLines ? await readLines(response, onLine) : await readAnswer(response)
  if (response.ok && answer?.success) return answer.data as T
  throw failureOf(response.status, answer)
}

/** What an answer that refuses is thrown as. */
export function failureOf(status: number, answer: Answer | null): ApiFailure {
  if (status === 401) signedIn.dispatchEvent(new Event('end'))
  const { code = 'api_error', message = `status ${status}`, meta_data, request_id = null } = answer?.error ?? {}
  return new ApiFailure(status, code, message, meta_data, request_id)
}

interface Answer {
  success: boolean
  data?: unknown
  error?: { code?: string; message?: string; request_id?: string; meta_data?: Record<string, unknown> }
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null && 'success' in value

/** The JSON of an answer; null if it is not JSON, for example from a proxy on the way. */
export async function readAnswer(response: Response): Promise<Answer | null> {
  try {
    const answer: unknown = await response.json()
    return isAnswer(answer) ? answer : null
  } catch {
    return null
  }
}

/** Passes lines on as they come until one is the answer; null: the connection broke off before it. */
async function readLines({ body }: Response, onLine: (line: unknown) => void): Promise<Answer | null> {
  let rest = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.map((one): unknown => JSON.parse(one))) {
      if (isAnswer(line)) return line
      onLine(line)
    }
  }
  return null
}

interface Sent<R extends PageRoute> extends Omit<Sending, 'method' | 'body'> {
  query?: QueryOf<R>
  body?: BodyOf<R>
}

/** Parameters of the path where it has some. */
type RequestParts<R extends PageRoute> = Sent<R> &
  (keyof ParamsOf<R> extends never ? { params?: undefined } : { params: ParamsOf<R> })

type Parts<R extends PageRoute> = keyof ParamsOf<R> extends never ? [RequestParts<R>?] : [RequestParts<R>]

/** Calls an endpoint as the contract has it. @throws ApiFailure */
export function request<R extends PageRoute>(route: R, ...[parts]: Parts<R>): Promise<AnswerOf<R>> {
  const { params = {}, query, body, ...sending }: Sent<R> & { params?: Readonly<Record<string, string>> } = parts ?? {}
  const [method, pattern] = route.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]))
  const sent = method === 'POST' && !sending.file ? (body ?? {}) : body
  return call(path + queryText(query ?? {}), { ...sending, method, body: sent })
}

/** `?a=1&b=2` of what has a value; empty when nothing has. */
export function queryText(query: object): string {
  const values = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return values.length === 0 ? '' : `?${new URLSearchParams(values.map(([name, value]) => [name, String(value)]))}`
}
