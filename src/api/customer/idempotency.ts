import { faultAt } from '../../formats/errors/fault.ts'
import { ApiError } from '../http/apiError.ts'

const MAX_KEY_LENGTH = 255

/** The header's value; null when it was not sent. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null
  if (typeof header === 'string' && header.length <= MAX_KEY_LENGTH) return header
  throw new ApiError('GE_0002', `Idempotency-Key has more than ${MAX_KEY_LENGTH} characters`, {
    failures: [faultAt('Idempotency-Key', 'OUT_OF_RANGE', `at most ${MAX_KEY_LENGTH} characters`, header)],
  })
}
