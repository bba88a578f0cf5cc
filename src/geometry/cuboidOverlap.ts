import { type ConvexPolygon, convexArea, convexHull, convexOverlap } from './convexPolygon.ts'
import { type Cuboid, cuboidCorners, type Dimensions, frameFromBox } from './cuboid.ts'
import { volumeWithin } from './cutBody.ts'
import { relativePose } from './pose.ts'
import type { Vec3 } from './vec3.ts'

const isUpright = ({ heading }: Cuboid): boolean => heading.x === 0 && heading.y === 0

const volumeOf = ({ dimensions: { length, width, height } }: Cuboid): number => length * width * height

/** Intersection over union of two boxes at any heading, pitched and rolled ones included. Exact but for rounding. */
export function solidIou(a: Cuboid, b: Cuboid): number {
  if (isUpright(a) && isUpright(b)) return uprightIou(a, b)
  // In a's own axes all numbers are small.
  const common = volumeWithin(
    { ...relativePose(frameFromBox(a), frameFromBox(b)), dimensions: b.dimensions },
    a.dimensions,
  )
  const union = volumeOf(a) + volumeOf(b) - common
  return union > 0 ? common / union : 0
}

/** Footprint times height: the fast path for by far the most frequent case. */
function uprightIou(a: Cuboid, b: Cuboid): number {
  const rise = b.position.z - a.position.z
  const top = Math.min(a.dimensions.height / 2, rise + b.dimensions.height / 2)
  const bottom = Math.max(-a.dimensions.height / 2, rise - b.dimensions.height / 2)
  if (top <= bottom) return 0
  const dx = b.position.x - a.position.x
  const dy = b.position.y - a.position.y
  if (areApart(a.dimensions, b.dimensions, dx, dy)) return 0
  putFootprint(b, dx, dy, room.there)
  putFootprint(a, 0, 0, room.here)
  const common = Math.max(0, sharedArea()) * (top - bottom)
  const union = volumeOf(a) + volumeOf(b) - common
  return union > 0 ? common / union : 0
}

/** Whether the circles around both footprints are apart, by more than rounding could have moved them. */
function areApart(a: Dimensions, b: Dimensions, dx: number, dy: number): boolean {
  const reach = (a.length + a.width + b.length + b.width) / 2
  // The sum of half sides is never less than the radius.
  return dx * dx + dy * dy > reach * reach
}

/** The corners of a quadrilateral and all that four cuts can add. */
const CORNERS = 2 * 16

/** Room to work in: hundreds of thousands of pairs are cut, and memory of each would cost more than the cutting. */
const room = {
  here: new Float64Array(8),
  there: new Float64Array(8),
  shared: new Float64Array(CORNERS),
  next: new Float64Array(CORNERS),
}

/** Counter-clockwise, about (x, y). */
function putFootprint({ heading: { w, z }, dimensions }: Cuboid, x: number, y: number, corners: Float64Array): void {
  const cos = w * w - z * z
  const sin = 2 * w * z
  const ax = (cos * dimensions.length) / 2
  const ay = (sin * dimensions.length) / 2
  const bx = (-sin * dimensions.width) / 2
  const by = (cos * dimensions.width) / 2
  corners[0] = x - ax - bx
  corners[1] = y - ay - by
  corners[2] = x + ax - bx
  corners[3] = y + ay - by
  corners[4] = x + ax + bx
  corners[5] = y + ay + by
  corners[6] = x - ax + bx
  corners[7] = y - ay + by
}

/** The area of what `there` and `here` have in common: `convexArea(convexOverlap(there, here))` without memory. */
function sharedArea(): number {
  room.shared.set(room.there)
  let length = room.there.length
  for (let i = 0; i < room.here.length && length > 0; i += 2) {
    length = keepLeft(length, i)
    const before = room.shared
    room.shared = room.next
    room.next = before
  }
  const shared = room.shared
  let twice = 0
  for (let i = 0; i < length; i += 2) {
    const j = i + 2 < length ? i + 2 : 0
    twice += shared[i] * shared[j + 1] - shared[j] * shared[i + 1]
  }
  return twice / 2
}

/** Writes the part of `shared` left of one side of `here` to `next`, and answers how long it is. */
function keepLeft(length: number, side: number): number {
  const { here, shared, next } = room
  const ax = here[side]
  const ay = here[side + 1]
  const end = (side + 2) % here.length
  const towardsX = here[end] - ax
  const towardsY = here[end + 1] - ay
  let kept = 0
  for (let i = 0; i < length; i += 2) {
    const j = i + 2 < length ? i + 2 : 0
    const from = towardsX * (shared[i + 1] - ay) - towardsY * (shared[i] - ax)
    const to = towardsX * (shared[j + 1] - ay) - towardsY * (shared[j] - ax)
    if (from >= 0) {
      next[kept] = shared[i]
      next[kept + 1] = shared[i + 1]
      kept += 2
    }
    if (from >= 0 !== to >= 0) {
      const t = from / (from - to)
      next[kept] = shared[i] + t * (shared[j] - shared[i])
      next[kept + 1] = shared[i + 1] + t * (shared[j + 1] - shared[i + 1])
      kept += 2
    }
  }
  return kept
}

/** Intersection over union of what two boxes cover seen from above: the hulls of their corners in the xy plane. */
export function bevIou(a: Cuboid, b: Cuboid): number {
  const [first, second] = [footprintOf(a, a.position), footprintOf(b, a.position)]
  const common = Math.max(0, convexArea(convexOverlap(second, first)))
  const union = convexArea(first) + convexArea(second) - common
  return union > 0 ? common / union : 0
}

/** Corners are relative to `origin`, where they lose no digits however far away both boxes are. */
function footprintOf(cuboid: Cuboid, origin: Vec3): ConvexPolygon {
  const { position: p } = cuboid
  const near = { ...cuboid, position: { x: p.x - origin.x, y: p.y - origin.y, z: p.z - origin.z } }
  return convexHull(cuboidCorners(near).map(({ x, y }) => [x, y] as const))
}
