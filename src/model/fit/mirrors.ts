import type { TurnedPoints } from './boxEvidence.ts'
import type { SidePrior } from './sidePrior.ts'

/** Mirrors hang in the front half of a vehicle, between these shares of its height. */
const LOWEST_SHARE = 0.5
const HIGHEST_SHARE = 0.85
/** How much a point there affects the width: little if others show the sides, enough if none do. */
const MIRROR_WEIGHT = 0.1

/**
 * Weights of the points for the width of a box: the mirrors of a vehicle stick out, and a few of their points would
 * widen it.
 * @param flatness 0 for things without mirrors, 1 for vehicles
 */
export function withoutMirrors(
  { a, weights }: TurnedPoints,
  z: Float64Array,
  { middle }: SidePrior,
  heightM: number,
  flatness: number,
): Float64Array {
  const mirrorWeight = 1 - flatness * (1 - MIRROR_WEIGHT)
  return weights.map((weight, i) => {
    const isThere = a[i] > middle && z[i] > LOWEST_SHARE * heightM && z[i] < HIGHEST_SHARE * heightM
    return isThere ? mirrorWeight * weight : weight
  })
}
