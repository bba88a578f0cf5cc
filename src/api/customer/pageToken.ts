import { ApiError } from '../http/apiError.ts'

/** Tokens name their list, so that one of another batch, or an invented one, is refused instead of misread. */
export function makePageToken(list: string, position: number): string {
  return Buffer.from(`${list}:${position}`).toString('base64url')
}

export function readPageToken(token: string, list: string): number {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  const position = Number(text.slice(list.length + 1))
  if (
    !text.startsWith(`${list}:`) ||
    !Number.isSafeInteger(position) ||
    position < 0 ||
    makePageToken(list, position) !== token
  ) {
    throw new ApiError('invalid_request_error', 'invalid page_token')
  }
  return position
}
