import type { Cuboid, Dimensions } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw } from '../../../geometry/quaternion.ts'
import type { MakingGesture } from './cuboidHost.ts'

const ANY_SIZE: Dimensions = { length: 4, width: 1.8, height: 1.6 }
const LEAST_M = 0.3

/** The cuboid that the gesture alone says, where the points do not help: on the ground, as large as its class. */
export function gestureCuboid(
  gesture: MakingGesture,
  classSize: Dimensions | null,
  groundZ: number,
  yawRad = 0,
): Cuboid {
  const size = classSize ?? ANY_SIZE
  const standing = (x: number, y: number, yaw: number, dimensions: Dimensions): Cuboid => ({
    position: { x, y, z: groundZ + dimensions.height / 2 },
    heading: quaternionFromYaw(yaw),
    dimensions,
  })
  if (gesture.kind === 'click') return standing(gesture.at.x, gesture.at.y, yawRad, size)
  if (gesture.kind === 'drag') {
    const { from, to } = gesture
    const length = classSize?.length ?? Math.max(LEAST_M, Math.hypot(to.x - from.x, to.y - from.y))
    const yaw = Math.atan2(to.y - from.y, to.x - from.x)
    return standing((from.x + to.x) / 2, (from.y + to.y) / 2, yaw, { ...size, length })
  }
  const [a, b, c] = gesture.corners
  const [ab, bc] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y)]
  const yaw = ab >= bc ? Math.atan2(b.y - a.y, b.x - a.x) : Math.atan2(c.y - b.y, c.x - b.x)
  const dimensions = {
    length: Math.max(LEAST_M, Math.max(ab, bc)),
    width: Math.max(LEAST_M, Math.min(ab, bc)),
    height: size.height,
  }
  return standing((a.x + c.x) / 2, (a.y + c.y) / 2, yaw, dimensions)
}
