/**
 * forbidden: an address outside what may be reached. temporary: worth another attempt. permanent: the server's final no.
 * too_large: over the size limit. stopped: the caller's signal.
 */
export type EgressErrorKind = 'forbidden' | 'temporary' | 'permanent' | 'too_large' | 'stopped'

/**
 * An outgoing request that failed. The message may be shown to customers: it names no address and reads the same
 * for a closed port, an open one that does not speak HTTP, and a name that does not resolve. `cause` is for logs alone.
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

export const unreachable = (cause: unknown) =>
  new EgressError('temporary', 'The server could not be reached, or did not answer in time.', { cause })

export const brokenOff = (cause?: unknown) =>
  new EgressError('temporary', 'The answer broke off before its end.', { cause })

export const stopped = () => new EgressError('stopped', 'The request was stopped.')

export const tooLarge = (maxBytes: number) => new EgressError('too_large', `The file is larger than ${maxBytes} bytes.`)
