import type { Dimensions } from '../../geometry/cuboid.ts'
import type { Positions } from '../../geometry/pointCount.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { clustersOf, type FlatPoints, pointsWhere } from './cluster.ts'
import type { FitRegion } from './gesture.ts'
import { GroundGrid } from './groundGrid.ts'
import type { Place } from './headingSearch.ts'

/** The cloud around a gesture, in the gesture's axes. */
export type Surroundings = {
  region: FitRegion
  ground: GroundGrid
  /** Points within the region and its margin that stand on the ground rather than being it. */
  standing: FlatPoints
  sensor: Place | null
}

/** The ground is looked for this far around: enough to see past a bus. */
const GROUND_REACH_M = 9
const GROUND_THICKNESS_M = 0.2
const TALLEST_M = 5
const LINK_M = 0.5
/** Tried in turn where 0.5 m links the object with what stands beside it. */
const CLOSER_LINKS_M = [0.35, 0.25] as const
const TOO_LARGE = 1.35
const SHORT_DRAG_M = 0.35
const ROOM_M = 0.15

export function surroundingsOf(
  positions: Positions,
  region: FitRegion,
  classSize: Dimensions | null,
  sensorPosition: Vec3 | undefined,
): Surroundings {
  const cos = Math.cos(region.yawRad)
  const sin = Math.sin(region.yawRad)
  const local = pointsAround(positions, region, cos, sin)
  const ground = new GroundGrid(local)
  const lowest = groundThickness(classSize)
  const tallest = classSize ? 1.6 * classSize.height + 0.3 : TALLEST_M
  const u: number[] = []
  const v: number[] = []
  const z: number[] = []
  for (let i = 0; i < local.length; i += 3) {
    if (Math.abs(local[i]) > region.halfLength + region.marginM) continue
    if (Math.abs(local[i + 1]) > region.halfWidth + region.marginM) continue
    const above = local[i + 2] - ground.heightAt(local[i], local[i + 1])
    if (!(above > lowest && above < tallest)) continue
    u.push(local[i])
    v.push(local[i + 1])
    z.push(local[i + 2])
  }
  return {
    region,
    ground,
    standing: { u: Float64Array.from(u), v: Float64Array.from(v), z: Float64Array.from(z), count: u.length },
    sensor: sensorPosition ? inRegion(region, sensorPosition) : null,
  }
}

/** Of low things a quarter may pass for ground, no more. */
function groundThickness(classSize: Dimensions | null): number {
  return classSize ? Math.min(GROUND_THICKNESS_M, classSize.height / 4) : GROUND_THICKNESS_M
}

/** Whether the point, given in the frame of the cloud, is too high to be ground. */
export function standsOnGround({ ground, region }: Surroundings, point: Vec3, classSize: Dimensions | null): boolean {
  const { u, v } = inRegion(region, point)
  return point.z - ground.heightAt(u, v) > groundThickness(classSize)
}

export function inRegion({ middle, yawRad }: FitRegion, at: { x: number; y: number }): Place {
  const dx = at.x - middle.x
  const dy = at.y - middle.y
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  return { u: cos * dx + sin * dy, v: -sin * dx + cos * dy }
}

export function fromRegion({ middle, yawRad }: FitRegion, { u, v }: Place): { x: number; y: number } {
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  return { x: middle.x + cos * u - sin * v, y: middle.y + sin * u + cos * v }
}

function pointsAround(positions: Positions, region: FitRegion, cos: number, sin: number): Float64Array {
  const reach = Math.hypot(region.halfLength, region.halfWidth) + region.marginM + GROUND_REACH_M
  const local: number[] = []
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const dx = positions[i] - region.middle.x
    const dy = positions[i + 1] - region.middle.y
    // Written so that NaN fails.
    if (!(dx * dx + dy * dy <= reach * reach) || !Number.isFinite(positions[i + 2])) continue
    local.push(cos * dx + sin * dy, -sin * dx + cos * dy, positions[i + 2])
  }
  return Float64Array.from(local)
}

/**
 * The object meant: the cluster with most points under the gesture, joined by others under it that the object has room
 * for (a trunk hides what lies between the rear and the cabin); for a click, the nearest one. Linked closer where it
 * grows larger than `expected`.
 */
export function objectPoints({ standing, region }: Surroundings, expected: Sides | null): FlatPoints {
  let chosen = chosenCluster(standing, region, expected, LINK_M)
  for (const linkM of CLOSER_LINKS_M) {
    if (!expected || !exceeds(chosen, expected, region)) break
    const closer = chosenCluster(chosen, region, expected, linkM)
    if (closer.count < 5 || closer.count < 0.4 * chosen.count) break
    chosen = closer
  }
  return chosen
}

type Sides = { length: number; width: number }

function chosenCluster(points: FlatPoints, region: FitRegion, expected: Sides | null, linkM: number): FlatPoints {
  const { clusterOf, clusterCount } = clustersOf(points, linkM)
  if (clusterCount === 0) return points
  const clusters = Array.from({ length: clusterCount }, (_, cluster): Outline => ({ cluster, ...NOWHERE }))
  for (let i = 0; i < points.count; i++) widen(clusters[clusterOf[i]], points.u[i], points.v[i], region)
  // What the gesture does not touch counts only where it touches nothing.
  const worth = ({ under, size }: Outline): number => under + 1e-3 * size
  const clicked = region.atMiddle ? clusterOf[nearestToMiddle(points)] : -1
  clusters.sort((a, b) => Number(b.cluster === clicked) - Number(a.cluster === clicked) || worth(b) - worth(a))
  const whole = clusters[0]
  const chosen = new Set([whole.cluster])
  const room = {
    length: (expected ? 1.08 * expected.length : 2 * region.halfLength) + ROOM_M,
    width: (expected ? 1.08 * expected.width : 2 * region.halfWidth) + ROOM_M,
  }
  for (const other of clusters.slice(1)) {
    if (other.near < 0.5 * other.size || !widenBy(whole, other, room)) continue
    chosen.add(other.cluster)
  }
  return pointsWhere(points, (i) => chosen.has(clusterOf[i]))
}

/** Bounds of a cluster in the gesture's axes, and how many of its points lie under the gesture, or nearly so. */
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
  // People stop a drag short of the ends, but seldom beside the object.
  if (Math.abs(u) <= halfLength + SHORT_DRAG_M && Math.abs(v) <= halfWidth) outline.near++
  outline.fromU = Math.min(outline.fromU, u)
  outline.toU = Math.max(outline.toU, u)
  outline.fromV = Math.min(outline.fromV, v)
  outline.toV = Math.max(outline.toV, v)
}

/** Takes the other in where both together are no larger than `room`. */
function widenBy(whole: Outline, other: Outline, room: Sides): boolean {
  const fromU = Math.min(whole.fromU, other.fromU)
  const toU = Math.max(whole.toU, other.toU)
  const fromV = Math.min(whole.fromV, other.fromV)
  const toV = Math.max(whole.toV, other.toV)
  if (toU - fromU > room.length || toV - fromV > room.width) return false
  Object.assign(whole, { fromU, toU, fromV, toV })
  return true
}

function nearestToMiddle(points: FlatPoints): number {
  let nearest = 0
  for (let i = 1; i < points.count; i++) {
    if (points.u[i] ** 2 + points.v[i] ** 2 < points.u[nearest] ** 2 + points.v[nearest] ** 2) nearest = i
  }
  return nearest
}

function exceeds(points: FlatPoints, expected: Sides, region: FitRegion): boolean {
  const long = Math.max(expected.length, expected.width)
  const short = Math.min(expected.length, expected.width)
  let [reachU, reachV] = [0, 0]
  let diagonal = 0
  for (let i = 0; i < points.count; i++) {
    reachU = Math.max(reachU, Math.abs(points.u[i]))
    reachV = Math.max(reachV, Math.abs(points.v[i]))
    diagonal = Math.max(diagonal, Math.hypot(points.u[i] - points.u[0], points.v[i] - points.v[0]))
  }
  if (diagonal > TOO_LARGE * Math.hypot(long, short)) return true
  // The gesture's axes are those of the object only for a drag: a click's point at the sensor.
  return !region.atMiddle && (reachU > TOO_LARGE * region.halfLength || reachV > TOO_LARGE * region.halfWidth)
}
