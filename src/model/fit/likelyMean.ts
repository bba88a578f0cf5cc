/** One of several values, its cost (half a square of deviations), and the width of the range that it represents. */
export type Option = { value: number; cost: number; stands?: number }

/**
 * The mean of all values, each weighted by the likelihood of its cost: closer to the true value than the cheapest one
 * alone.
 */
export function likelyMean(options: readonly Option[]): number {
  const least = options.reduce((low, { cost }) => Math.min(low, cost), Number.POSITIVE_INFINITY)
  let [all, sum] = [0, 0]
  for (const { value, cost, stands = 1 } of options) {
    const likelihood = stands * Math.exp(least - cost)
    all += likelihood
    sum += likelihood * value
  }
  return sum / all
}

/** The log-likelihood of all options together. */
export function logLikelihoodOf(options: readonly Option[]): number {
  const least = options.reduce((low, { cost }) => Math.min(low, cost), Number.POSITIVE_INFINITY)
  return Math.log(options.reduce((sum, { cost, stands = 1 }) => sum + stands * Math.exp(least - cost), 0)) - least
}
