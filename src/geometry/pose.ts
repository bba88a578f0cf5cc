import {
  conjugateQuaternion,
  identityQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  rotate,
  slerp,
  unrotate,
} from './quaternion.ts'
import { add, lerp, scale, subtract, type Vec3 } from './vec3.ts'

/** A rigid transform: `aFromB` takes the coordinates of a point in b to its coordinates in a. */
export type Pose = { position: Vec3; heading: Quaternion }

export const identityPose: Pose = Object.freeze({
  position: Object.freeze({ x: 0, y: 0, z: 0 }),
  heading: identityQuaternion,
})

export function applyPose(aFromB: Pose, pointInB: Vec3): Vec3 {
  return add(rotate(aFromB.heading, pointInB), aFromB.position)
}

/** The point in b. It subtracts first, so that no digits are lost when both are far from the origin. */
export function applyInversePose(aFromB: Pose, pointInA: Vec3): Vec3 {
  return unrotate(aFromB.heading, subtract(pointInA, aFromB.position))
}

export function invertPose(aFromB: Pose): Pose {
  return {
    position: scale(unrotate(aFromB.heading, aFromB.position), -1),
    heading: conjugateQuaternion(aFromB.heading),
  }
}

export function composePoses(aFromB: Pose, bFromC: Pose): Pose {
  return {
    position: applyPose(aFromB, bFromC.position),
    heading: normalizeQuaternion(multiplyQuaternions(aFromB.heading, bFromC.heading)),
  }
}

/** bFromC out of two poses in a: exact to about 1e-8 m even where a's coordinates reach 1e8 m. */
export function relativePose(aFromB: Pose, aFromC: Pose): Pose {
  return {
    position: applyInversePose(aFromB, aFromC.position),
    heading: normalizeQuaternion(multiplyQuaternions(conjugateQuaternion(aFromB.heading), aFromC.heading)),
  }
}

/** Position straight, heading by slerp over the shorter arc; t = 0 is a, t = 1 is b. */
export function interpolatePose(a: Pose, b: Pose, t: number): Pose {
  return { position: lerp(a.position, b.position, t), heading: slerp(a.heading, b.heading, t) }
}
