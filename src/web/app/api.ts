import type { Failure } from '../../formats/errors/codes.ts'

/** An answer that refuses, or none at all (status 0: no connection). */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly failures: readonly Failure[]
  readonly meta: Readonly<Record<string, unknown>>

  constructor(status: number, code: string, message: string, meta: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.meta = meta
    this.failures = Array.isArray(meta.failures) ? (meta.failures as Failure[]) : []
  }

  get offline(): boolean {
    return this.status === 0
  }
}

interface Sending {
  method?: string
  body?: unknown
  signal?: AbortSignal
  /** The page may be going away: the browser sends it all the same. */
  keepalive?: boolean
}

/** Calls the service with the cookie of the session and gives `data` of the answer; throws ApiFailure. */
export async function call<T>(address: string, { method = 'GET', body, signal, keepalive }: Sending = {}): Promise<T> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(address, { method, headers, body: sent, signal, keepalive, credentials: 'same-origin' })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiFailure(0, 'offline', 'The service cannot be reached. Check the connection and try again.')
  }
  const answer = await readAnswer(response)
  if (response.ok && answer?.success) return answer.data as T
  const error = answer?.error
  throw new ApiFailure(
    response.status,
    error?.code ?? 'api_error',
    error?.message ?? `The service answered ${response.status}.`,
    error?.meta_data,
  )
}

interface Answer {
  success: boolean
  data?: unknown
  error?: { code: string; message: string; meta_data?: Record<string, unknown> }
}

async function readAnswer(response: Response): Promise<Answer | null> {
  try {
    return (await response.json()) as Answer
  } catch {
    return null
  }
}

export const post = <T>(address: string, body: unknown = {}): Promise<T> => call(address, { method: 'POST', body })
export const put = <T>(address: string, body: unknown): Promise<T> => call(address, { method: 'PUT', body })
export const patch = <T>(address: string, body: unknown): Promise<T> => call(address, { method: 'PATCH', body })
export const remove = <T>(address: string): Promise<T> => call(address, { method: 'DELETE' })

/** What a person is told; the parts that are wrong are named where there are any. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof ApiFailure) || error.failures.length === 0) return error.message
  const named = error.failures.slice(0, 5).map(({ field, type }) => `${field}: ${type}`)
  const more = error.failures.length > named.length ? ` and ${error.failures.length - named.length} more` : ''
  return `${error.message} (${named.join(', ')}${more})`
}
