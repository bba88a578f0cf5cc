/** One of several values: what it costs, half a square of deviations, and how much around it it stands for. */
export type Option = { value: number; cost: number; stands?: number }

/** The mean of all, each counted by how likely its cost makes it: nearer to the truth than the least cost alone. */
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

/** Of all options together. */
export function logLikelihoodOf(options: readonly Option[]): number {
  const least = options.reduce((low, { cost }) => Math.min(low, cost), Number.POSITIVE_INFINITY)
  return Math.log(options.reduce((sum, { cost, stands = 1 }) => sum + stands * Math.exp(least - cost), 0)) - least
}
