import { clustersOf, type FlatPoints, keptPoints } from './cluster.ts'
import { DRAG_REACH_DEG, type FitRegion } from './gesture.ts'
import { extentAlong } from './headingSearch.ts'
import type { Surroundings } from './surroundings.ts'

type Sides = { length: number; width: number }

const LINK_M = 0.5
/** Tried in turn where 0.5 m links the object with its neighbours. */
const CLOSER_LINKS_M = [0.35, 0.25] as const
/** Things of one class differ by about this, more in length than in width; a larger cluster contains something else. */
const TOO_LONG = 1.2
const TOO_WIDE = 1.1
const ROOM = 1.08
const ROOM_M = 0.15
/** People stop a drag short of the ends, but seldom next to the object. */
const SHORT_DRAG_M = 0.35
/** The gap that the trunk of a car hides from a lidar above it. */
const HIDDEN_GAP_M = 1
const HOLLOW_M = 0.5
const MOST_COMPARED = 150
/** About as long as wide: something this round has one middle. */
const COMPACT = 1.5
const MOST_STEPS = 3
/** People are not circles. */
const ROUND_M = 0.05

/**
 * The object meant: the cluster with most points under the gesture, joined by others under it that the object has room
 * for (a trunk hides the part between the rear and the cabin); for a click, the nearest one. Linked closer where it
 * is larger than `expected`.
 */
export function objectPoints({ standing, region }: Surroundings, expected: Sides | null): FlatPoints {
  const chosen = chosenCluster(standing, region, expected, LINK_M)
  if (!expected) return chosen
  const largest = withRoom(expected, TOO_LONG, TOO_WIDE)
  const reachDeg = region.kind === 'drag' ? DRAG_REACH_DEG : 90
  if (fitsInto(chosen, largest, reachDeg)) return chosen
  for (const linkM of CLOSER_LINKS_M) {
    const closer = chosenCluster(chosen, region, expected, linkM)
    if (closer.count >= 0.4 * chosen.count && fitsInto(closer, largest, reachDeg)) return closer
  }
  return region.kind === 'click' && isCompact(expected) ? oneOfSeveral(chosen, expected) : chosen
}

const isCompact = ({ length, width }: Sides): boolean => Math.max(length, width) <= COMPACT * Math.min(length, width)

/** What the click meant of compact things that touch each other, such as people: the points as far around as one reaches. */
function oneOfSeveral(points: FlatPoints, { length, width }: Sides): FlatPoints {
  const reachM = Math.max(length, width) / 2 + ROUND_M
  let [u, v] = [0, 0]
  let one = points
  for (let step = 0; step < MOST_STEPS; step++) {
    one = keptPoints(points, (i) => Math.hypot(points.u[i] - u, points.v[i] - v) <= reachM)
    if (one.count === 0) return points
    const [meanU, meanV] = [mean(one.u), mean(one.v)]
    // No further than its own size from the click: the other one may have more points.
    if (Math.hypot(meanU, meanV) > reachM) break
    u = meanU
    v = meanV
  }
  return one
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length

function chosenCluster(points: FlatPoints, region: FitRegion, expected: Sides | null, linkM: number): FlatPoints {
  const { clusterOf, clusterCount } = clustersOf(points, linkM)
  if (clusterCount === 0) return points
  const chosen =
    region.kind === 'click'
      ? nearestWithNeighbours(points, clusterOf, clusterCount, expected)
      : mostUnderGesture(points, clusterOf, clusterCount, region, expected)
  return keptPoints(points, (i) => chosen.has(clusterOf[i]))
}

function mostUnderGesture(
  points: FlatPoints,
  clusterOf: Int32Array,
  clusterCount: number,
  region: FitRegion,
  expected: Sides | null,
): Set<number> {
  const clusters = Array.from({ length: clusterCount }, (_, cluster): Outline => ({ cluster, ...NOWHERE }))
  for (let i = 0; i < points.count; i++) widen(clusters[clusterOf[i]], points.u[i], points.v[i], region)
  // Points that the gesture does not touch count only if it touches none.
  const worth = ({ under, size }: Outline): number => under + 1e-3 * size
  clusters.sort((a, b) => worth(b) - worth(a))
  const whole = clusters[0]
  const chosen = new Set([whole.cluster])
  const drawn = { length: 2 * region.halfLength, width: 2 * region.halfWidth }
  // Within a rectangle, the object may have any direction.
  const room = withRoom(region.kind === 'drag' && expected ? expected : drawn, ROOM, ROOM)
  for (const other of clusters.slice(1)) {
    if (other.near >= 0.5 * other.size && widenBy(whole, other, room)) chosen.add(other.cluster)
  }
  return chosen
}

/** Bounds of a cluster in the gesture's axes, and the number of its points at or near the gesture. */
type Outline = typeof NOWHERE & { cluster: number }

const NOWHERE = {
  size: 0,
  under: 0,
  near: 0,
  fromU: Number.POSITIVE_INFINITY,
  toU: Number.NEGATIVE_INFINITY,
  fromV: Number.POSITIVE_INFINITY,
  toV: Number.NEGATIVE_INFINITY,
}

function widen(outline: Outline, u: number, v: number, { halfLength, halfWidth }: FitRegion): void {
  outline.size++
  if (Math.abs(u) <= halfLength && Math.abs(v) <= halfWidth) outline.under++
  if (Math.abs(u) <= halfLength + SHORT_DRAG_M && Math.abs(v) <= halfWidth) outline.near++
  outline.fromU = Math.min(outline.fromU, u)
  outline.toU = Math.max(outline.toU, u)
  outline.fromV = Math.min(outline.fromV, v)
  outline.toV = Math.max(outline.toV, v)
}

/** Adds the other one if both together are no larger than `room`. */
function widenBy(whole: Outline, other: Outline, room: Sides): boolean {
  const fromU = Math.min(whole.fromU, other.fromU)
  const toU = Math.max(whole.toU, other.toU)
  const fromV = Math.min(whole.fromV, other.fromV)
  const toV = Math.max(whole.toV, other.toV)
  if (toU - fromU > room.length || toV - fromV > room.width) return false
  Object.assign(whole, { fromU, toU, fromV, toV })
  return true
}

/**
 * A click does not show the direction of the object: take the nearest cluster, and the ones that fit into the class
 * with it.
 */
function nearestWithNeighbours(
  points: FlatPoints,
  clusterOf: Int32Array,
  clusterCount: number,
  expected: Sides | null,
): Set<number> {
  const distance = new Float64Array(clusterCount).fill(Number.POSITIVE_INFINITY)
  for (let i = 0; i < points.count; i++) {
    distance[clusterOf[i]] = Math.min(distance[clusterOf[i]], Math.hypot(points.u[i], points.v[i]))
  }
  const sizes = new Float64Array(clusterCount)
  for (let i = 0; i < points.count; i++) sizes[clusterOf[i]]++
  const nearest = Math.min(...distance)
  // Nothing is at the click: in the hollow of a car, the few points of its roof are no nearer than its side.
  const reach = nearest > HOLLOW_M ? nearest + HOLLOW_M : nearest
  const worth = (cluster: number): number => (distance[cluster] <= reach ? sizes[cluster] : -distance[cluster])
  const order = [...distance.keys()].sort((a, b) => worth(b) - worth(a))
  const chosen = new Set([order[0]])
  if (!expected) return chosen
  for (const other of order.slice(1)) {
    const whole = keptPoints(points, (i) => chosen.has(clusterOf[i]))
    const part = keptPoints(points, (i) => clusterOf[i] === other)
    if (gapBetween(whole, part) > HIDDEN_GAP_M) continue
    const both = keptPoints(points, (i) => clusterOf[i] === other || chosen.has(clusterOf[i]))
    if (fitsInto(both, withRoom(expected, ROOM, ROOM), 90)) chosen.add(other)
  }
  return chosen
}

function withRoom({ length, width }: Sides, longer: number, wider: number): Sides {
  return { length: longer * length + ROOM_M, width: wider * width + ROOM_M }
}

/** Whether a box of these sides, turned by at most `reachDeg`, holds the points seen from above. */
function fitsInto(points: FlatPoints, { length, width }: Sides, reachDeg: number): boolean {
  for (let degrees = -reachDeg; degrees <= reachDeg; degrees += 5) {
    const cos = Math.cos((degrees * Math.PI) / 180)
    const sin = Math.sin((degrees * Math.PI) / 180)
    const along = extentAlong(points, cos, sin)
    if (along.max - along.min > length) continue
    const across = extentAlong(points, -sin, cos)
    if (across.max - across.min <= width) return true
  }
  return false
}

/** Least distance seen from above, of some of the points where they are many. */
function gapBetween(some: FlatPoints, others: FlatPoints): number {
  const stepI = Math.max(1, Math.floor(some.count / MOST_COMPARED))
  const stepJ = Math.max(1, Math.floor(others.count / MOST_COMPARED))
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < some.count; i += stepI) {
    for (let j = 0; j < others.count; j += stepJ) {
      least = Math.min(least, Math.hypot(some.u[i] - others.u[j], some.v[i] - others.v[j]))
    }
  }
  return least
}
