import type { Pose } from '../../geometry/pose.ts'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'

/** Turned about the upright axis through the origin, then shifted. */
export interface PlanarMotion {
  readonly x: number
  readonly y: number
  readonly yawRad: number
}

/** Whether two motions move points near the origin to nearly the same place. */
export function isNear(one: PlanarMotion, other: PlanarMotion, within: { metres: number; rad: number }): boolean {
  return (
    Math.hypot(one.x - other.x, one.y - other.y) <= within.metres && Math.abs(one.yawRad - other.yawRad) <= within.rad
  )
}

/** The inverse motion. */
export function backwards({ x, y, yawRad }: PlanarMotion): PlanarMotion {
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)]
  return { x: -cos * x - sin * y, y: sin * x - cos * y, yawRad: -yawRad }
}

/** The same motion as a pose, where it turns about `middle` rather than the origin. */
export function poseAbout({ x, y, yawRad }: PlanarMotion, middle: Pick<Vec3, 'x' | 'y'>): Pose {
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)]
  return {
    position: {
      x: middle.x + x - cos * middle.x + sin * middle.y,
      y: middle.y + y - sin * middle.x - cos * middle.y,
      z: 0,
    },
    heading: quaternionFromYaw(yawRad),
  }
}
