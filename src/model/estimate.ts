/** When all jobs will be done, at the rate of completions per day. */
export interface Estimate {
  at: Date
  low: Date
  /** null: on slow days nothing is completed at all. */
  high: Date | null
}

const DAY_MS = 86_400_000

/** The value below which this share of the list stays, between neighbours by proportion. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return below + (above - below) * (place - Math.floor(place))
}

/**
 * Estimates from the completions of recent days, starting with the first completion: the mean gives the time, fast and
 * slow days (90th and 10th percentile) its span. null if nothing was completed.
 */
export function estimateOf(jobsLeft: number, completionsByDay: readonly number[], now: Date): Estimate | null {
  const first = completionsByDay.findIndex((count) => count > 0)
  if (first < 0) return null
  const days = completionsByDay.slice(first)
  const mean = days.reduce((sum, count) => sum + count, 0) / days.length
  const after = (perDay: number) => new Date(now.getTime() + (jobsLeft / perDay) * DAY_MS)
  const slow = quantile(days, 0.1)
  return { at: after(mean), low: after(Math.max(mean, quantile(days, 0.9))), high: slow > 0 ? after(slow) : null }
}
