import type { BoxPrior } from './boxPrior.ts'
import { clustersOf, type FlatPoints, keptPoints } from './cluster.ts'
import type { SidePrior } from './sidePrior.ts'

/** Points closer than this are one: dense clouds are thinned before they are clustered. */
const CELL_M = 0.05
const ROW = 100_003
/** Linked over this many times the usual distance between neighbouring points, within limits. */
const LINK_SPACINGS = 3
const LEAST_LINK_M = 0.15
const MOST_LINK_M = 0.5
const MOST_RINGS = 4
/** A cluster counts as the object's if this share of it is where the object may be. */
const OWN_SHARE = 0.75
/** A group with less than this share of the points where the object is expected has merged with other objects. */
const LEAST_SHARE = 0.3

/**
 * Points of the object: clusters, seen from above, that are mostly where gesture and class expect it. Walls, racks and
 * neighbours are clusters that are mostly elsewhere; whatever is connected with the object is left to the search for
 * the box.
 */
export function ownPoints(points: FlatPoints, prior: BoxPrior): FlatPoints {
  if (points.count === 0) return points
  const isExpected = expectedIn(points, prior)
  const { cellOf, thinned, numbers } = thinnedOut(points)
  const { clusterOf, clusterCount } = clustersOf(thinned, linkOf(numbers))
  const all = new Float64Array(clusterCount)
  const expected = new Float64Array(clusterCount)
  let total = 0
  for (let i = 0; i < points.count; i++) {
    const cluster = clusterOf[cellOf[i]]
    all[cluster]++
    if (!isExpected(i)) continue
    expected[cluster]++
    total++
  }
  const isOwn = (cluster: number): boolean => expected[cluster] >= OWN_SHARE * all[cluster]
  let own = 0
  for (let cluster = 0; cluster < clusterCount; cluster++) if (isOwn(cluster)) own += expected[cluster]
  return own < LEAST_SHARE * total ? points : keptPoints(points, (i) => isOwn(clusterOf[cellOf[i]]))
}

/** The weighted share of the points that is where the object is expected. */
export function expectedShare(points: FlatPoints, prior: BoxPrior, weights: Float64Array): number {
  const isExpected = expectedIn(points, prior)
  let [all, expected] = [0, 0]
  for (let i = 0; i < points.count; i++) {
    all += weights[i]
    if (isExpected(i)) expected += weights[i]
  }
  return all > 0 ? expected / all : 0
}

function expectedIn({ u, v }: FlatPoints, { along, across }: BoxPrior): (i: number) => boolean {
  const reachOf = ({ size, middleSigma, sizeSigma }: SidePrior): number => size / 2 + middleSigma + sizeSigma / 2 + 0.05
  const [reachA, reachB] = [reachOf(along), reachOf(across)]
  return (i) => Math.abs(u[i] - along.middle) <= reachA && Math.abs(v[i] - across.middle) <= reachB
}

/** One point for each occupied cell of 5 cm, and the cell of each point. */
function thinnedOut({ u, v, count }: FlatPoints) {
  const numbers = new Map<number, number>()
  const cellOf = new Int32Array(count)
  const kept: number[] = []
  for (let i = 0; i < count; i++) {
    const cell = Math.floor(u[i] / CELL_M) * ROW + Math.floor(v[i] / CELL_M)
    let number = numbers.get(cell)
    if (number === undefined) {
      number = kept.length
      numbers.set(cell, number)
      kept.push(i)
    }
    cellOf[i] = number
  }
  const thinned: FlatPoints = {
    u: Float64Array.from(kept, (i) => u[i]),
    v: Float64Array.from(kept, (i) => v[i]),
    z: new Float64Array(kept.length),
    count: kept.length,
  }
  return { cellOf, thinned, numbers }
}

/** By the mean distance of an occupied cell to the nearest other: dense clouds are parted over smaller gaps. */
function linkOf(cells: ReadonlyMap<number, number>): number {
  let rings = 0
  for (const cell of cells.keys()) rings += nearestRing(cells, cell)
  const spacing = (CELL_M * rings) / cells.size
  return Math.min(MOST_LINK_M, Math.max(LEAST_LINK_M, LINK_SPACINGS * spacing))
}

function nearestRing(cells: ReadonlyMap<number, number>, cell: number): number {
  for (let ring = 1; ring < MOST_RINGS; ring++) {
    for (let k = -ring; k <= ring; k++) {
      if (
        cells.has(cell + k * ROW + ring) ||
        cells.has(cell + k * ROW - ring) ||
        cells.has(cell + ring * ROW + k) ||
        cells.has(cell - ring * ROW + k)
      ) {
        return ring
      }
    }
  }
  return MOST_RINGS
}
