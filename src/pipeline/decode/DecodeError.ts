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
