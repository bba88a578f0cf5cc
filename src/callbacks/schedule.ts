const HOUR_MS = 3_600_000
const JITTER = 0.1

/**
 * When to try again after a failed attempt, null when that was the last one. `attemptsMade` counts the failed one; the
 * schedule's first entry is the wait before the first attempt. Scheduled delays vary by ± 10 %, so that what failed
 * together does not come back together. A receiver's Retry-After is obeyed up to the larger of an hour and twice the
 * scheduled delay. `random` is from 0 to 1.
 */
export function retryDelayMs(
  scheduleMs: readonly number[],
  attemptsMade: number,
  retryAfterMs: number | null,
  random: number,
): number | null {
  const scheduled = scheduleMs[attemptsMade]
  if (scheduled === undefined) return null
  const delay = scheduled * (1 + JITTER * (2 * random - 1))
  if (retryAfterMs === null) return delay
  return Math.max(delay, Math.min(retryAfterMs, Math.max(HOUR_MS, 2 * scheduled)))
}
