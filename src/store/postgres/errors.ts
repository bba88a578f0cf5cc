import { isLostMachine } from '../divided/lostMachine.ts'
/** No one waits for the transaction any more. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError'
}

/** The transaction took longer than any may: its locks would keep others waiting. */
export class TransactionTimeError extends Error {
  override readonly name = 'TransactionTimeError'
}

/** SQLSTATE of a PostgreSQL error, or the system's code (`ECONNRESET`), or null. */
export function errorCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null
}

const SOCKET_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// 57P01–57P05: the server shuts down, crashed, is starting, ended the session. 25P03 and 25P04: it ended a session that
// was idle in a transaction or ran too long. 25006: it has become a read-only replica. 53300: it accepts no more
// connections.
const LOST_SESSION_STATES: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '25P03',
  '25P04',
  '25006',
  '53300',
])

// Errors of pg and pg-pool without a code.
const LOST_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after|timeout expired$|Query read timeout|read ECONN|write EPIPE)/

/**
 * Whether the database was unreachable, or disappeared in the middle: the outcome of a COMMIT in progress is unknown,
 * and the same work may succeed when the database is back. Answers become 503, workers wait.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionError)
  const code = errorCode(error)
  if (code) {
    if (SOCKET_CODES.has(code) || LOST_SESSION_STATES.has(code) || /^08...$/.test(code)) return true
    if (isLostMachine(code, error)) return true
    // A missing socket file: the embedded server is starting again. ENOENT of other calls is about files of ours.
    return (
      (code === 'ENOENT' || code === 'EACCES') &&
      error instanceof Error &&
      'syscall' in error &&
      error.syscall === 'connect'
    )
  }
  return error instanceof Error && LOST_MESSAGES.test(error.message)
}

const BUSY_STATES: ReadonlySet<string> = new Set(['57014', '40P01', '40001', '55P03'])

/**
 * Whether the database gave up on a statement because of other activity: too slow (57014), a deadlock (40P01), a
 * serialization failure (40001), lock not available (55P03), or we gave up on a transaction that took too long. Nothing
 * was changed, and a retry may succeed.
 */
export function isBusyError(error: unknown): boolean {
  return error instanceof TransactionTimeError || BUSY_STATES.has(errorCode(error) ?? '')
}

/** Whether the connection was given up because no answer came in time: others of its age may be dead too. */
export function isSilenceError(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Whether the database is there but out of something (disk, memory, locks): class 53. Also a 503, and worth a page. */
export function isResourceError(error: unknown): boolean {
  return /^53...$/.test(errorCode(error) ?? '')
}
