/**
 * The one table of errors of the customer's API. Its order is that of contract and documentation: a body with several
 * faults is answered with the code of the first row that it breaks.
 */
export const ERROR_CODES = {
  GE_0001: {
    status: 400,
    condition: 'not JSON, wrong top-level type, malformed job or batch id; 415: content type is not JSON',
  },
  GE_0002: { status: 400, condition: 'another parameter is missing or invalid' },
  FS_0002: { status: 400, condition: 'reference_id is missing, empty, over 256 characters or of the wrong type' },
  FS_0005: { status: 400, condition: 'tag is missing or unknown to the project' },
  FS_0012: { status: 400, condition: 'priority_weight is not an integer from 1 to 10' },
  FS_0004: { status: 400, condition: 'data is missing, null or {}' },
  FS_0003: { status: 400, condition: 'data is invalid (shape, ids, poses, sensors, URLs, kind not that of the tag)' },
  invalid_request_error: { status: 400, condition: 'bad page_token or cursor' },
  'auth-failure': { status: 401, condition: 'no key, or a key that is not known' },
  unauthorized: { status: 403, condition: 'the key lacks the scope, or belongs to another project' },
  resource_error: { status: 404, condition: 'unknown project (admin key), unknown batch, unknown route' },
  FS_0006: { status: 404, condition: 'unknown job' },
  method_not_allowed: { status: 405, condition: 'method not allowed on this path' },
  FS_0001: { status: 409, condition: 'reference_id was used before' },
  BATCH_CREATION: { status: 409, condition: 'batch name was used before' },
  JOB_STATE: { status: 409, condition: 'the state of the job does not allow it' },
  IDEMPOTENCY_CONFLICT: { status: 409, condition: 'Idempotency-Key was used before with another body' },
  DOCUMENT_DIFFERS: {
    status: 409,
    condition: 'after these edits the service has another document than the page: nothing of them was kept',
  },
  CONFLICT: { status: 409, condition: 'the resource exists already, or changed since it was read' },
  GONE: { status: 410, condition: 'the file was removed' },
  RANGE_NOT_SATISFIABLE: { status: 416, condition: 'the range lies outside of the file' },
  PRECONDITION_FAILED: { status: 412, condition: 'resumable uploads: Tus-Resumable is not 1.0.0' },
  LOCKED: { status: 423, condition: 'another call is sending bytes of this upload' },
  CHECKSUM_MISMATCH: { status: 460, condition: 'the bytes are not those of Upload-Checksum' },
  FS_0013: { status: 413, condition: 'body too large' },
  INSUFFICIENT_STORAGE: { status: 507, condition: 'the storage of the service has no room for the file' },
  rate_limited: { status: 429, condition: 'too many POSTs with this key' },
  SUPERSEDED: {
    status: 409,
    condition: 'a newer call of the same person, job and assistant took the place of this one',
  },
  CANCELLED: { status: 409, condition: 'the call of an assistant was cancelled' },
  BUSY: { status: 503, condition: 'the assistant is busy with other calls' },
  DAILY_LIMIT: { status: 429, condition: 'the calls that the assistant may get on this day are used up' },
  TIMEOUT: { status: 504, condition: 'the assistant did not answer in time' },
  UNREACHABLE: { status: 502, condition: 'the assistant cannot be reached' },
  HTTP_ERROR: { status: 502, condition: 'the assistant answered with another status than 2xx' },
  REDIRECT: { status: 502, condition: 'the assistant answered with a redirect; none is followed' },
  INVALID_ANSWER: { status: 502, condition: 'the answer of the assistant could not be handed in' },
  TOO_LARGE: { status: 502, condition: 'the answer of the assistant is larger than 64 MiB' },
  TOO_MANY: { status: 502, condition: 'the answer of the assistant has more than 50,000 records' },
  api_error: { status: 500, condition: 'fault of the service; 503: not ready' },
} as const satisfies Record<string, { status: number; condition: string }>

export type ErrorCode = keyof typeof ERROR_CODES

export const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(ERROR_CODES, word)

export const ALL_CODES = Object.keys(ERROR_CODES).filter(isErrorCode)

/** The code of the first row of the table among those given. */
export function firstCode(codes: Iterable<ErrorCode>): ErrorCode {
  const broken = new Set(codes)
  return ALL_CODES.find((code) => broken.has(code)) ?? 'GE_0002'
}

/** The faults that one value can have. */
export type FailureType =
  | 'MISSING'
  | 'INVALID_TYPE'
  | 'INVALID_VALUE'
  | 'OUT_OF_RANGE'
  | 'DUPLICATE'
  | 'UNKNOWN'
  | 'NOT_ALLOWED'
  | 'INVALID_URL'
  | 'FORBIDDEN_ADDRESS'

export interface Failure {
  /** JSON path, such as `data.sensor_data.frames[3].sensors[0].data_url`. */
  field: string
  type: FailureType
  expected?: string
  /** What came, at most 100 characters; never a secret. */
  found?: string
}

/** The most failures that one refusal lists. */
export const MAX_FAILURES = 1000
