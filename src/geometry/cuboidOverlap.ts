import { type ConvexPolygon, convexArea, convexHull, convexOverlap } from './convexPolygon.ts'
import { type Cuboid, cuboidCorners, frameFromBox } from './cuboid.ts'
import { volumeWithin } from './cutBody.ts'
import { relativePose } from './pose.ts'
import type { Vec3 } from './vec3.ts'

const isUpright = ({ heading }: Cuboid): boolean => heading.x === 0 && heading.y === 0

const volumeOf = ({ dimensions: { length, width, height } }: Cuboid): number => length * width * height

/** Intersection over union of two boxes at any heading, pitched and rolled ones included. Exact but for rounding. */
export function solidIou(a: Cuboid, b: Cuboid): number {
  if (isUpright(a) && isUpright(b)) return uprightIou(a, b)
  // In a's own axes nothing is large.
  const common = volumeWithin(
    { ...relativePose(frameFromBox(a), frameFromBox(b)), dimensions: b.dimensions },
    a.dimensions,
  )
  const union = volumeOf(a) + volumeOf(b) - common
  return union > 0 ? common / union : 0
}

/** Footprint times height, the quick way for what is by far the most frequent. */
function uprightIou(a: Cuboid, b: Cuboid): number {
  const rise = b.position.z - a.position.z
  const top = Math.min(a.dimensions.height / 2, rise + b.dimensions.height / 2)
  const bottom = Math.max(-a.dimensions.height / 2, rise - b.dimensions.height / 2)
  if (top <= bottom) return 0
  const there = uprightFootprint(b, b.position.x - a.position.x, b.position.y - a.position.y)
  const common = Math.max(0, convexArea(convexOverlap(there, uprightFootprint(a, 0, 0)))) * (top - bottom)
  const union = volumeOf(a) + volumeOf(b) - common
  return union > 0 ? common / union : 0
}

function uprightFootprint({ heading: { w, z }, dimensions }: Cuboid, x: number, y: number): ConvexPolygon {
  const [cos, sin] = [w * w - z * z, 2 * w * z]
  const [ax, ay] = [(cos * dimensions.length) / 2, (sin * dimensions.length) / 2]
  const [bx, by] = [(-sin * dimensions.width) / 2, (cos * dimensions.width) / 2]
  return [x - ax - bx, y - ay - by, x + ax - bx, y + ay - by, x + ax + bx, y + ay + by, x - ax + bx, y - ay + by]
}

/** Intersection over union of what two boxes cover seen from above: the hulls of their corners in the xy plane. */
export function bevIou(a: Cuboid, b: Cuboid): number {
  const [first, second] = [footprintOf(a, a.position), footprintOf(b, a.position)]
  const common = Math.max(0, convexArea(convexOverlap(second, first)))
  const union = convexArea(first) + convexArea(second) - common
  return union > 0 ? common / union : 0
}

/** Corners are made about `origin`, where they lose no digits however far away both boxes are. */
function footprintOf(cuboid: Cuboid, origin: Vec3): ConvexPolygon {
  const { position: p } = cuboid
  const near = { ...cuboid, position: { x: p.x - origin.x, y: p.y - origin.y, z: p.z - origin.z } }
  return convexHull(cuboidCorners(near).map(({ x, y }) => [x, y] as const))
}
