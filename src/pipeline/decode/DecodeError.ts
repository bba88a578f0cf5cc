/** Why a downloaded file cannot be used, in the words of the failed callback. */
export type DecodeErrorType = 'IMAGE_DECODE_FAILED' | 'INVALID_POINT_CLOUD' | 'FILE_TOO_LARGE'

/** A fault of the file itself: fetching it again may help, trying the same bytes again will not. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  readonly type: DecodeErrorType

  constructor(type: DecodeErrorType, message: string) {
    super(message)
    this.type = type
  }
}

const TYPES: ReadonlySet<string> = new Set<DecodeErrorType>([
  'IMAGE_DECODE_FAILED',
  'INVALID_POINT_CLOUD',
  'FILE_TOO_LARGE',
])

/** Brings a DecodeError back that was thrown on a worker thread; null for any other error. */
export function reviveDecodeError(wire: { type: string | null; message: string }): DecodeError | null {
  return wire.type !== null && TYPES.has(wire.type) ? new DecodeError(wire.type as DecodeErrorType, wire.message) : null
}
