import { faultAt } from '../../formats/errors/fault.ts'
import { reckonedTime } from '../../model/day.ts'
import { ApiError } from './apiError.ts'

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** Reads a time of a query; null where it was left out. @throws ApiError */
export function readTime(text: string | undefined, field: string): Date | null {
  if (text === undefined) return null
  // A plus sign that was not escaped arrives as a blank.
  const escaped = text.replace(' ', '+')
  const timeMs = ISO.test(escaped) ? reckonedTime(Date.parse(escaped)) : null
  if (timeMs !== null) return new Date(timeMs)
  throw new ApiError('GE_0002', `${field} is a time such as 2026-01-31T00:00:00+00:00`, {
    failures: [faultAt(field, 'INVALID_VALUE', 'a time such as 2026-01-31T00:00:00+00:00', text)],
  })
}
