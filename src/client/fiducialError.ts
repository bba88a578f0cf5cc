import type { Failure } from './types/jobs.ts'

interface Details {
  status: number
  code: string
  requestId?: string | null
  failures?: readonly Failure[]
  metaData?: Record<string, unknown>
  cause?: unknown
}

/** An error response, or no response at all (`status` 0, `code` `network_error` or `timeout`). */
export class FiducialError extends Error {
  readonly status: number
  /** As in the service's table of errors, such as `FS_0003`. */
  readonly code: string
  /** Names the request in the service's log. */
  readonly requestId: string | null
  readonly failures: readonly Failure[]
  readonly metaData: Readonly<Record<string, unknown>>
  /** The number of times that the call was sent. */
  attempts = 1

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause })
    this.name = 'FiducialError'
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId ?? null
    this.failures = details.failures ?? []
    this.metaData = details.metaData ?? {}
  }
}

/** Makes the error of a refusing answer; `body` may be any JSON, since a proxy may answer in the service's place. */
export function errorOfAnswer(status: number, body: unknown): FiducialError {
  const error = isObject(body) && isObject(body.error) ? body.error : {}
  const metaData = isObject(error.meta_data) ? error.meta_data : {}
  const failures = Array.isArray(metaData.failures) ? (metaData.failures as Failure[]) : []
  const message = typeof error.message === 'string' ? error.message : `the answer was HTTP ${status}`
  return new FiducialError(message, {
    status,
    code: typeof error.code === 'string' ? error.code : `http_${status}`,
    requestId: typeof error.request_id === 'string' ? error.request_id : null,
    failures,
    metaData,
  })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
