/** Why a downloaded file cannot be used, in the words of the failed callback. */
export type DecodeErrorType = 'IMAGE_DECODE_FAILED' | 'INVALID_POINT_CLOUD' | 'FILE_TOO_LARGE'

/** A fault of the file itself: downloading it again may help, retrying the same bytes does not. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  readonly type: DecodeErrorType
  /** Pixels that were decoded before the fault showed: work that was done, and counts. */
  readonly cost: number

  constructor(type: DecodeErrorType, message: string, cost = 0) {
    super(message)
    this.type = type
    this.cost = cost
  }
}

const TYPES: ReadonlySet<string> = new Set<DecodeErrorType>([
  'IMAGE_DECODE_FAILED',
  'INVALID_POINT_CLOUD',
  'FILE_TOO_LARGE',
])

/** Brings a DecodeError back that was thrown on a worker thread; null for any other error. */
export function reviveDecodeError(wire: { type: string | null; message: string; cost: number }): DecodeError | null {
  const { type, message, cost } = wire
  return type !== null && TYPES.has(type) ? new DecodeError(type as DecodeErrorType, message, cost) : null
}
