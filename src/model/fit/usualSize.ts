import type { Dimensions } from '../../geometry/cuboid.ts'

/** The deviation of a given size from the observed mean, and of things within one class, as shares. */
const GIVEN_SHARE = 0.08
const CLASS_SHARE = 0.07
/** The usual spread counts as much as that of this many objects. */
const SPREAD_COUNTS = 2
/** Variance of a median, in those of a mean. */
const OF_MEDIAN = Math.PI / 2
/** Fewer objects do not show a usual size. */
const LEAST_LABELLED = 3

/**
 * How large things of a class usually are where one labels: between the size that the class was given and the middle
 * one of those labelled there, the nearer to these, the more there are and the less they differ. null: not known.
 */
export function usualSize(given: Dimensions | null, labelled: readonly Dimensions[]): Dimensions | null {
  if (labelled.length < LEAST_LABELLED) return given
  const usual = (side: keyof Dimensions): number => {
    const sides = labelled.map((size) => size[side])
    return given ? between(given[side], sides) : medianOf(sides)
  }
  return { length: usual('length'), width: usual('width'), height: usual('height') }
}

function between(given: number, labelled: readonly number[]): number {
  const median = medianOf(labelled)
  const off = labelled.reduce((sum, side) => sum + (side / median - 1) ** 2, 0)
  const spread = (SPREAD_COUNTS * CLASS_SHARE ** 2 + off) / (SPREAD_COUNTS + labelled.length)
  const ofMedian = (OF_MEDIAN * spread) / labelled.length
  return given + ((median - given) * GIVEN_SHARE ** 2) / (GIVEN_SHARE ** 2 + ofMedian)
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}
