/** Each step of delay is longer than the one before by this factor: a percentile is right to 5 %. */
const FACTOR = 1.1

/** The step of a delay in milliseconds; 0: up to one. */
export const delayStep = (ms: number): number => Math.max(0, Math.ceil(Math.log(Math.max(1, ms)) / Math.log(FACTOR)))

export interface CountedDelay {
  step: number
  delivered: number
}

/** The delay in milliseconds within which this share arrived; null: none did. */
export function delayPercentile(counted: readonly CountedDelay[], share: number): number | null {
  const steps = counted.toSorted((one, other) => one.step - other.step)
  const wanted = share * steps.reduce((sum, { delivered }) => sum + delivered, 0)
  let arrived = 0
  for (const { step, delivered } of steps) {
    arrived += delivered
    if (arrived >= wanted) return FACTOR ** (step - 0.5)
  }
  return null
}
