import type { BoxPrior } from './boxPrior.ts'
import { clustersOf, type FlatPoints, pointsWhere } from './cluster.ts'

/** Linked over this many times the usual distance between neighbouring points, within limits. */
const LINK_SPACINGS = 3
const LEAST_LINK_M = 0.15
const MOST_LINK_M = 0.5
/** A cluster counts as the object's where this share of it lies where the object may be. */
const OWN_SHARE = 0.55
/** Less than this of what lies where the object is expected cannot be all of it: it has grown together with others. */
const LEAST_SHARE = 0.3

/**
 * Points of the object: clusters seen from above that lie mostly where gesture and class expect it. Walls, racks and
 * neighbours are clusters that mostly lie elsewhere; what is one with them is left to the search for the box.
 */
export function ownPoints(points: FlatPoints, prior: BoxPrior): FlatPoints {
  if (points.count === 0) return points
  const { along, across } = prior
  const slackA = along.middleSigma + along.sizeSigma / 2 + 0.05
  const slackB = across.middleSigma + across.sizeSigma / 2 + 0.05
  const isExpected = (i: number): boolean =>
    Math.abs(points.u[i] - along.middle) <= along.size / 2 + slackA &&
    Math.abs(points.v[i] - across.middle) <= across.size / 2 + slackB
  const { clusterOf, clusterCount } = clustersOf(points, linkOf(points))
  const all = new Float64Array(clusterCount)
  const expected = new Float64Array(clusterCount)
  let total = 0
  for (let i = 0; i < points.count; i++) {
    all[clusterOf[i]]++
    if (!isExpected(i)) continue
    expected[clusterOf[i]]++
    total++
  }
  const isOwn = (cluster: number): boolean => expected[cluster] >= OWN_SHARE * all[cluster]
  let own = 0
  for (let cluster = 0; cluster < clusterCount; cluster++) if (isOwn(cluster)) own += expected[cluster]
  return own < LEAST_SHARE * total ? points : pointsWhere(points, (i) => isOwn(clusterOf[i]))
}

/** By the share of small cells of the outline that hold points: dense clouds are parted over smaller gaps. */
function linkOf({ u, v, count }: FlatPoints): number {
  const cells = new Set<number>()
  const cellM = 0.05
  for (let i = 0; i < count; i++) cells.add(Math.floor(u[i] / cellM) * 100_003 + Math.floor(v[i] / cellM))
  // Neighbours on one outline: the distance from each occupied cell to the nearest other, by rings of cells.
  let sum = 0
  for (const cell of cells) sum += nearestRing(cells, cell)
  const spacing = (cellM * sum) / cells.size
  return Math.min(MOST_LINK_M, Math.max(LEAST_LINK_M, LINK_SPACINGS * spacing))
}

const MOST_RINGS = 4

function nearestRing(cells: ReadonlySet<number>, cell: number): number {
  for (let ring = 1; ring < MOST_RINGS; ring++) {
    for (let k = -ring; k <= ring; k++) {
      if (
        cells.has(cell + k * 100_003 + ring) ||
        cells.has(cell + k * 100_003 - ring) ||
        cells.has(cell + ring * 100_003 + k) ||
        cells.has(cell - ring * 100_003 + k)
      ) {
        return ring
      }
    }
  }
  return MOST_RINGS
}
