import type { FlatPoints } from './cluster.ts'
import type { HeadingPlace } from './headingSearch.ts'
import type { Ends } from './sideFit.ts'

/** Points in the axes of one direction: `a` along it, `b` to its left. Parallel arrays. */
export type TurnedPoints = { a: Float64Array; b: Float64Array; weights: Float64Array }

/** A point closer than this counts as on the face: the noise of a lidar and the roundness of bodies. */
const ON_FACE_M = 0.06
/** The share of the points in a box that is trimmed at each end: mirrors, noise. */
const TRIM_SHARE = 0.01
/** Points this little outside a box may still belong to it. */
const SLACK_M = 0.15
const CELL_M = 0.1
/** The share of the usual height up to which wheels and frames extend. */
const LOW_PART = 0.42
const HIGH_WEIGHT = 0.2

const isIn = (a: number, b: number, along: Ends, across: Ends): boolean =>
  a >= along.from - SLACK_M && a <= along.to + SLACK_M && b >= across.from - SLACK_M && b <= across.to + SLACK_M

/** The ends of the points in the box, after trimming; null if there are none. */
function extentsIn({ a, b }: TurnedPoints, along: Ends, across: Ends) {
  const inA = new Float64Array(a.length)
  const inB = new Float64Array(a.length)
  let count = 0
  for (let i = 0; i < a.length; i++) {
    if (!isIn(a[i], b[i], along, across)) continue
    inA[count] = a[i]
    inB[count++] = b[i]
  }
  if (count === 0) return null
  const sortedA = inA.subarray(0, count).sort()
  const sortedB = inB.subarray(0, count).sort()
  const trim = Math.floor(TRIM_SHARE * count)
  return {
    back: sortedA[trim],
    front: sortedA[count - 1 - trim],
    right: sortedB[trim],
    left: sortedB[count - 1 - trim],
  }
}

/**
 * How well a box in this direction wraps its points, 0 … 1: the mean of 1 / distance to the nearest face that the
 * sensors see. Formula: the closeness criterion of Zhang, Xu, Dong and Dolan, "Efficient L-shape fitting", 2017, with
 * trimmed faces.
 */
export function closenessToFaces(points: TurnedPoints, along: Ends, across: Ends, sensors: readonly HeadingPlace[]) {
  const seen = extentsIn(points, along, across)
  if (!seen) return { closeness: 0, inside: 0 }
  const { a, b } = points
  const isSeen = (from: (sensor: HeadingPlace) => boolean): boolean => sensors.length === 0 || sensors.some(from)
  const back = isSeen(({ u }) => u < along.from)
  const front = isSeen(({ u }) => u > along.to)
  const right = isSeen(({ v }) => v < across.from)
  const left = isSeen(({ v }) => v > across.to)
  let inside = 0
  let sum = 0
  for (let i = 0; i < a.length; i++) {
    if (!isIn(a[i], b[i], along, across)) continue
    inside++
    let off = Number.POSITIVE_INFINITY
    if (back) off = Math.min(off, Math.abs(a[i] - seen.back))
    if (front) off = Math.min(off, Math.abs(a[i] - seen.front))
    if (right) off = Math.min(off, Math.abs(b[i] - seen.right))
    if (left) off = Math.min(off, Math.abs(b[i] - seen.left))
    sum += ON_FACE_M / Math.max(ON_FACE_M, off)
  }
  return { closeness: sum / inside, inside }
}

/** Variance of the points in the box across it, each counted by its `lowness`, and how many that makes. */
export function spreadAcross(
  { a, b }: TurnedPoints,
  along: Ends,
  across: Ends,
  lowness: Float64Array,
): { variance: number; count: number } {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    if (!isIn(a[i], b[i], along, across)) continue
    count += lowness[i]
    sum += lowness[i] * b[i]
    squares += lowness[i] * b[i] * b[i]
  }
  return { variance: count > 0 ? squares / count - (sum / count) ** 2 : 0, count }
}

/** Points weigh less where they are dense: a lidar sees near things a hundred times. */
export function evenWeights({ u, v, count }: FlatPoints): Float64Array {
  const cells = Float64Array.from(
    { length: count },
    (_, i) => Math.floor(u[i] / CELL_M) * 100_003 + Math.floor(v[i] / CELL_M),
  )
  const counts = new Map<number, number>()
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  return cells.map((cell) => 1 / Math.sqrt(counts.get(cell) ?? 1))
}

/**
 * The share of the expected height that the points span, squared: near objects may be partly out of the sensor's view.
 */
export function coverageOf({ z, count }: FlatPoints, heightM: number): number {
  const [low, high] = usualRange(z, count)
  return Math.min(1, Math.max(0.2, (high - low) / (0.7 * heightM))) ** 2
}

/**
 * How much a point tells about the direction of a thin thing: wheels and frames align with it, arms and bags do not.
 */
export function lownessOf({ z }: FlatPoints, heightM: number): Float64Array {
  return z.map((over) => (over < LOW_PART * heightM ? 1 : HIGH_WEIGHT))
}

/** The range of the middle 94 % of the heights. */
function usualRange(z: Float64Array, count: number): [low: number, high: number] {
  const sorted = z.slice(0, count).sort()
  return [sorted[Math.floor(0.03 * (count - 1))], sorted[Math.floor(0.97 * (count - 1))]]
}
