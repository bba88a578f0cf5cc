import type { Pose } from '../../../geometry/pose.ts'
import { normalizeQuaternion } from '../../../geometry/quaternion.ts'
import { fieldsOf, memberOf, numberOf } from './fieldsOf.ts'

/** A pose or transform of a message; null where a number is missing or the quaternion is not a rotation. */
export function messagePose(value: unknown): Pose | null {
  const pose = fieldsOf(value)
  const [x, y, z] = numbers(memberOf(pose, 'position', 'translation'), ['x', 'y', 'z'])
  const [qw, qx, qy, qz] = numbers(memberOf(pose, 'orientation', 'rotation'), ['w', 'x', 'y', 'z'])
  const all = [x, y, z, qw, qx, qy, qz]
  if (all.some(Number.isNaN) || Math.hypot(qw, qx, qy, qz) < 1e-6) return null
  return { position: { x, y, z }, heading: normalizeQuaternion({ w: qw, x: qx, y: qy, z: qz }) }
}

function numbers(value: unknown, names: readonly string[]): number[] {
  const fields = fieldsOf(value)
  return names.map((name) => numberOf(fields[name]) ?? Number.NaN)
}
