const DAY_MS = 86_400_000

/** The beginning of the UTC day. */
export const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)

/**
 * Leaves room for a span before the first and after the last: the database has no year 0, and calendars have four
 * digits.
 */
const FIRST_MS = Date.parse('0002-01-01T00:00:00Z')
const LAST_MS = Date.parse('9998-12-31T23:59:59.999Z')
const YEAR_MS = 365 * DAY_MS

/** A time that can be asked for, brought within what can be reckoned with; null for one of year 0 or of five digits. */
export function reckonedTime(timeMs: number): number | null {
  if (!(timeMs >= FIRST_MS - YEAR_MS && timeMs <= LAST_MS + YEAR_MS)) return null
  return Math.min(Math.max(timeMs, FIRST_MS), LAST_MS)
}
