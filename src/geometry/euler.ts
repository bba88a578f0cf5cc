import { normalizeQuaternion, type Quaternion, rotationMatrix } from './quaternion.ts'
import type { Vec3 } from './vec3.ts'

/** Angles about the fixed axes x, then y, then z, as `as_euler('xyz')` of scipy gives them. */
export function eulerOf(heading: Quaternion): Vec3 {
  const r = rotationMatrix(heading)
  const y = Math.asin(Math.min(Math.max(-r[6], -1), 1))
  // When looking straight up or down, x and z turn about the same axis: z gets the whole angle.
  if (Math.abs(r[6]) > 1 - 1e-12) return { x: 0, y, z: Math.atan2(-r[1], r[4]) }
  return { x: Math.atan2(r[7], r[8]), y, z: Math.atan2(r[3], r[0]) }
}

export function quaternionOfEuler({ x, y, z }: Vec3): Quaternion {
  const [cx, sx, cy, sy, cz, sz] = [x, y, z].flatMap((rad) => [Math.cos(rad / 2), Math.sin(rad / 2)])
  return normalizeQuaternion({
    w: cx * cy * cz + sx * sy * sz,
    x: sx * cy * cz - cx * sy * sz,
    y: cx * sy * cz + sx * cy * sz,
    z: cx * cy * sz - sx * sy * cz,
  })
}
