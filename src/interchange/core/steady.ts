import type { Pose } from '../../geometry/pose.ts'
import { normalizeQuaternion, type Quaternion } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'

/**
 * Rounds numbers for formats whose boxes use another frame than ours: converted there and back, numbers change in their
 * last digits. Rounded to what survives that, also far from the origin, the same labels give the same file.
 */
const STEP_M = 1e6
const STEP_ROTATION = 1e9
const MOST_ROUNDS = 8

export const steadyMetres = (value: number): number => Math.round(value * STEP_M) / STEP_M + 0

export const steadyPoint = ({ x, y, z }: Vec3): Vec3 => ({ x: steadyMetres(x), y: steadyMetres(y), z: steadyMetres(z) })

const LARGEST_ANGLE = Math.floor(Math.PI * STEP_ROTATION) / STEP_ROTATION

/** Never more than π: read back it would turn the other way round. */
export const steadyAngle = (rad: number): number =>
  Math.min(Math.max(Math.round(rad * STEP_ROTATION) / STEP_ROTATION + 0, -LARGEST_ANGLE), LARGEST_ANGLE)

/** Rounded so that normalizing and rounding it again changes nothing. */
export function steadyQuaternion(given: Quaternion): Quaternion {
  let steady = rounded(normalizeQuaternion(given))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = rounded(normalizeQuaternion(steady))
    if (next.w === steady.w && next.x === steady.x && next.y === steady.y && next.z === steady.z) break
    steady = next
  }
  return steady
}

export const steadyPose = ({ position, heading }: Pose): Pose => ({
  position: steadyPoint(position),
  heading: steadyQuaternion(heading),
})

function rounded(q: Quaternion): Quaternion {
  const [w, x, y, z] = [q.w, q.x, q.y, q.z].map((value) => Math.round(value * STEP_ROTATION) / STEP_ROTATION + 0)
  // Half a turn has two spellings.
  const isNegative = w === 0 && ([x, y, z].find((value) => value !== 0) ?? 0) < 0
  return isNegative ? { w, x: 0 - x, y: 0 - y, z: 0 - z } : { w, x, y, z }
}
