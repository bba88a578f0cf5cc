import { type Cuboid, frameFromBox } from './cuboid.ts'
import { applyInversePose, type Pose } from './pose.ts'
import { quaternionFromYaw, yawOf } from './quaternion.ts'

/** A convex polygon, counter-clockwise: x y of one corner after another. */
type Polygon = readonly number[]

/** Seen from above, in the frame of the first box: its own corners, exact for coordinates of any size. */
function footprint(frame: Pose, cuboid: Cuboid): Polygon {
  const centre = applyInversePose(frame, cuboid.position)
  const yawRad = yawOf(cuboid.heading) - yawOf(frame.heading)
  const c = Math.cos(yawRad)
  const s = Math.sin(yawRad)
  const { length, width } = cuboid.dimensions
  const corner = (along: number, across: number): number[] => [
    centre.x + (c * along * length - s * across * width) / 2,
    centre.y + (s * along * length + c * across * width) / 2,
  ]
  return [...corner(-1, -1), ...corner(1, -1), ...corner(1, 1), ...corner(-1, 1)]
}

/** The part left of the line from a to b: one step of Sutherland and Hodgman 1974. */
function clip(polygon: Polygon, ax: number, ay: number, bx: number, by: number): number[] {
  const kept: number[] = []
  const side = (x: number, y: number): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax)
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length
    const from = side(polygon[i], polygon[i + 1])
    const to = side(polygon[j], polygon[j + 1])
    if (from >= 0) kept.push(polygon[i], polygon[i + 1])
    if (from >= 0 !== to >= 0) {
      const t = from / (from - to)
      kept.push(polygon[i] + t * (polygon[j] - polygon[i]), polygon[i + 1] + t * (polygon[j + 1] - polygon[i + 1]))
    }
  }
  return kept
}

function area(polygon: Polygon): number {
  let twice = 0
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length
    twice += polygon[i] * polygon[j + 1] - polygon[j] * polygon[i + 1]
  }
  return twice / 2
}

/**
 * Intersection over union of two boxes standing upright: 0 where they are apart, 1 where they are the same. Exact but
 * for rounding. Only the yaw of a heading counts: a tilted box counts as if it stood upright.
 */
export function cuboidIou(a: Cuboid, b: Cuboid): number {
  // Upright as well, or the tilt of one would move the other.
  const frame: Pose = { ...frameFromBox(a), heading: quaternionFromYaw(yawOf(a.heading)) }
  const window = footprint(frame, a)
  let shared: Polygon = footprint(frame, b)
  for (let i = 0; i < window.length && shared.length > 0; i += 2) {
    const j = (i + 2) % window.length
    shared = clip(shared, window[i], window[i + 1], window[j], window[j + 1])
  }
  const rise = b.position.z - a.position.z
  const top = Math.min(a.dimensions.height / 2, rise + b.dimensions.height / 2)
  const bottom = Math.max(-a.dimensions.height / 2, rise - b.dimensions.height / 2)
  const common = shared.length > 0 ? area(shared) * Math.max(0, top - bottom) : 0
  const volume = ({ dimensions: d }: Cuboid): number => d.length * d.width * d.height
  const union = volume(a) + volume(b) - common
  return union > 0 ? common / union : 0
}
