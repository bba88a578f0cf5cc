import { ERROR_CODES, type ErrorCode } from '../../formats/errors/codes.ts'
import { type Fault, faultText } from '../../formats/errors/fault.ts'
import { isOutage } from '../../store/isOutage.ts'
import { PoolError, type PoolErrorReason } from '../../threads/poolError.ts'
import { WorkflowRefusal } from '../../workflow/refusal.ts'

interface Details {
  /** Where it differs from the code's own: 415 and 503. */
  status?: number
  failures?: readonly Fault[]
  /** Further keys of meta_data, such as the job that a 409 names. */
  meta?: Record<string, unknown>
  headers?: Record<string, string>
}

/** An answer that refuses; thrown anywhere below a route and written by the server's one error handler. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly failures: readonly Fault[]
  readonly meta: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.status = details.status ?? ERROR_CODES[code].status
    this.failures = details.failures ?? []
    this.meta = details.meta ?? {}
    this.headers = details.headers ?? {}
  }
}

/** The client closed the connection before the answer: no one can be answered, and it is not a fault of the service. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/** 400 for parameters and bodies of settings, with every fault. */
export const invalidRequest = (failures: readonly Fault[]) =>
  new ApiError('GE_0002', `the request is not valid: ${faultText(failures)}`, { failures })

export const noSuchJob = () => new ApiError('FS_0006', 'this project has no such job')
export const noSuchProject = () => new ApiError('resource_error', 'there is no such project')

/** A thread was too busy, or is being ended; one that is lost for another reason is a fault of ours. */
const BUSY_THREAD: ReadonlySet<PoolErrorReason> = new Set(['TIME_LIMIT', 'OUT_OF_MEMORY', 'ABORTED', 'CLOSED'])

/** Whether an error says that the database, the disk or the threads are unavailable or full: the call may succeed later. */
const isTransient = (error: unknown): boolean =>
  isOutage(error) || (error instanceof PoolError && BUSY_THREAD.has(error.reason))

/** The database or the disk is briefly unavailable: the same call may succeed soon. */
export const notReady = () =>
  new ApiError('api_error', 'the service is not ready at this moment; try again soon', {
    status: 503,
    headers: { 'retry-after': '2' },
  })

/** The answer to an error that describes itself: a refusal, or an unavailable database or disk. */
export function knownError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof WorkflowRefusal) {
    const { code, message, failures, meta } = error
    return new ApiError(code, message, { failures, meta })
  }
  return isTransient(error) ? notReady() : null
}

/** The body of a failure, as the contract writes it. */
export function errorBody(error: ApiError, requestId: string) {
  return {
    success: false,
    error: {
      code: error.code,
      message: error.message,
      request_id: requestId,
      meta_data: { ...error.meta, failures: [...error.failures] },
    },
  }
}
