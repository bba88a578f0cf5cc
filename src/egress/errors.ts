/**
 * forbidden: an address outside what may be reached. temporary: worth another attempt. permanent: the server's final no.
 * too_large: over the size limit. stopped: the caller's signal.
 */
export type EgressErrorKind = 'forbidden' | 'temporary' | 'permanent' | 'too_large' | 'stopped'

/**
 * An outgoing request that failed. The message may be shown to customers: it says what happened on the way and names no
 * address. `cause` is for logs alone.
 */
export class EgressError extends Error {
  readonly kind: EgressErrorKind
  readonly httpStatus: number | undefined
  /** How long the server asked us to wait. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: EgressErrorKind,
    message: string,
    more: { httpStatus?: number; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'EgressError'
    this.kind = kind
    this.httpStatus = more.httpStatus
    this.retryAfterMs = more.retryAfterMs
  }
}

/** Thrown by the connector; reaches callers as an EgressError of kind `forbidden`. */
export class ForbiddenAddressError extends Error {
  readonly code = 'EFORBIDDENADDRESS'
}

export const forbidden = (cause?: unknown) => new EgressError('forbidden', 'The address is not allowed.', { cause })

export const unreachable = (cause: unknown) => new EgressError('temporary', wordsFor(codesOf(cause)), { cause })

/** For all that can happen to a connection inside an allowed network: other words would say which ports are open. */
export const unreachableInside = (cause: unknown) => new EgressError('temporary', UNREACHABLE, { cause })

export const tooLate = (cause: unknown) => new EgressError('temporary', 'The server did not answer in time.', { cause })

export const brokenOff = (cause?: unknown) =>
  new EgressError('temporary', 'The answer broke off before its end.', { cause })

export const stopped = () => new EgressError('stopped', 'The request was stopped.')

export const tooLarge = (maxBytes: number) => new EgressError('too_large', `The file is larger than ${maxBytes} bytes.`)

const UNREACHABLE = 'The server could not be reached.'

/** In the order in which they say most: of several addresses each may have failed in another way. */
const WORDS: readonly [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_\w+|EDNS\w*)$/, 'The name of the server could not be resolved.'],
  [/^ECONNREFUSED$/, 'The server refused the connection.'],
  [/^UND_ERR_HEADERS_TIMEOUT$/, 'The server did not answer in time.'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'The connection to the server took too long.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'There is no route to the server.'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/, 'The certificate of the server is not valid.'],
  [/^(EPROTO|ERR_SSL\w*|ERR_TLS\w*)$/, 'The server does not speak TLS as https needs it.'],
  [/^HPE_/, 'The server does not answer by HTTP.'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The server closed the connection without an answer.'],
]

/** Errors of undici that have a code as a rule. */
const UNCODED: Readonly<Record<string, string>> = { HTTPParserError: 'HPE_' }

const wordsFor = (codes: readonly string[]): string =>
  WORDS.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1] ?? UNREACHABLE

/** Codes of an error and of those that it holds, a few levels down. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return []
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [UNCODED[error.name] ?? '']
  const inner = error instanceof AggregateError ? error.errors : []
  return [...own, ...[...inner, error.cause].flatMap((one) => codesOf(one, depth + 1))]
}
