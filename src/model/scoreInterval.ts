export interface ScoreInterval {
  low: number
  high: number
}

/** The normal deviate that 95 of 100 stay within. */
const Z = 1.959963984540054

/** People are compared only with at least this many scores. */
export const RANKED_FROM = 10

/**
 * The 95 % confidence interval of the true mean of scores from 0 to 1 when n of them have this mean (Wilson 1927). For
 * shares it is exact to its approximation; other scores vary less than shares of the same mean, so that theirs tends to
 * be too wide. null: there is no score.
 */
export function scoreInterval(mean: number, n: number): ScoreInterval | null {
  if (n <= 0) return null
  const scale = 1 + Z ** 2 / n
  const centre = mean + Z ** 2 / (2 * n)
  const half = Z * Math.sqrt((mean * (1 - mean)) / n + Z ** 2 / (4 * n ** 2))
  return { low: Math.max(0, (centre - half) / scale), high: Math.min(1, (centre + half) / scale) }
}
