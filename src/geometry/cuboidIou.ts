import { type ConvexPolygon, convexArea, convexOverlap } from './convexPolygon.ts'
import { type Cuboid, frameFromBox } from './cuboid.ts'
import { applyInversePose, type Pose } from './pose.ts'
import { quaternionFromYaw, yawOf } from './quaternion.ts'

/** Seen from above, in the frame of the first box: its own corners, exact for coordinates of any size. */
function footprint(frame: Pose, cuboid: Cuboid): ConvexPolygon {
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

/**
 * Intersection over union of two boxes standing upright: 0 where they are apart, 1 where they are the same. Exact but
 * for rounding. Only the yaw of a heading counts: a tilted box counts as if it stood upright.
 */
export function cuboidIou(a: Cuboid, b: Cuboid): number {
  // Upright as well, or the tilt of one would move the other.
  const frame: Pose = { ...frameFromBox(a), heading: quaternionFromYaw(yawOf(a.heading)) }
  const shared = convexOverlap(footprint(frame, b), footprint(frame, a))
  const rise = b.position.z - a.position.z
  const top = Math.min(a.dimensions.height / 2, rise + b.dimensions.height / 2)
  const bottom = Math.max(-a.dimensions.height / 2, rise - b.dimensions.height / 2)
  const common = shared.length > 0 ? convexArea(shared) * Math.max(0, top - bottom) : 0
  const volume = ({ dimensions: d }: Cuboid): number => d.length * d.width * d.height
  const union = volume(a) + volume(b) - common
  return union > 0 ? common / union : 0
}
