import type { BoxPrior } from './boxPrior.ts'
import { likelyMean } from './likelyMean.ts'

/** The expectation for a hand that draws this precisely, and its cost before any point is examined. */
export type DrawnPrior = { prior: BoxPrior; cost: number }
export type DrawnPriorOf = (endSigmaM: number) => DrawnPrior

/** Deviations of the ends, from careful hands to hurried ones. */
const HANDS_M = [0.09, 0.14, 0.21, 0.32] as const

/** What a hand expects that drew as well as the points say: of all hands the mean, each by how likely it is. */
export function likelyHand(drawn: DrawnPriorOf, costOf: (drawn: DrawnPrior) => number): BoxPrior {
  const hands = HANDS_M.map((endSigmaM) => ({ value: endSigmaM, cost: costOf(drawn(endSigmaM)) }))
  return drawn(likelyMean(hands)).prior
}
