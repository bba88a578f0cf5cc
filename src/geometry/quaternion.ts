import type { Vec3 } from './vec3.ts'

/** A rotation as a Hamilton quaternion. Functions here expect norm 1 unless they say otherwise. */
export type Quaternion = { w: number; x: number; y: number; z: number }

export const identityQuaternion: Quaternion = Object.freeze({ w: 1, x: 0, y: 0, z: 0 })

export function quaternionNorm(q: Quaternion): number {
  return Math.hypot(q.w, q.x, q.y, q.z)
}

/**
 * Norm 1 and w ≥ 0: the one spelling of a rotation that leaves the service.
 * @throws RangeError when the norm is zero or not finite
 */
export function normalizeQuaternion(q: Quaternion): Quaternion {
  const length = quaternionNorm(q)
  if (!(length > 0) || !Number.isFinite(length)) throw new RangeError('a quaternion of norm zero is no rotation')
  // Dividing a norm that is 1 to within rounding would change the last digits of what the customer sent.
  const divisor = Math.abs(length - 1) < 1e-15 ? 1 : length
  const signed = q.w < 0 ? -divisor : divisor
  // Adding 0 turns -0 into 0, so that equal rotations print alike.
  return { w: q.w / signed + 0, x: q.x / signed + 0, y: q.y / signed + 0, z: q.z / signed + 0 }
}

/** Hamilton product: the rotation b first, then a. */
export function multiplyQuaternions(a: Quaternion, b: Quaternion): Quaternion {
  return {
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
  }
}

export function conjugateQuaternion(q: Quaternion): Quaternion {
  return { w: q.w, x: -q.x, y: -q.y, z: -q.z }
}

export function rotate(q: Quaternion, v: Vec3): Vec3 {
  const tx = 2 * (q.y * v.z - q.z * v.y)
  const ty = 2 * (q.z * v.x - q.x * v.z)
  const tz = 2 * (q.x * v.y - q.y * v.x)
  return {
    x: v.x + q.w * tx + q.y * tz - q.z * ty,
    y: v.y + q.w * ty + q.z * tx - q.x * tz,
    z: v.z + q.w * tz + q.x * ty - q.y * tx,
  }
}

/** The inverse rotation: unrotate(q, rotate(q, v)) is v. */
export function unrotate(q: Quaternion, v: Vec3): Vec3 {
  return rotate(conjugateQuaternion(q), v)
}

/** Row-major 3 × 3 matrix: row i, column j at 3 i + j; its columns are the rotated axes. */
export function rotationMatrix(q: Quaternion): number[] {
  const { w, x, y, z } = q
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ]
}

export function quaternionFromAxisAngle(axis: Vec3, angleRad: number): Quaternion {
  const length = Math.hypot(axis.x, axis.y, axis.z)
  if (!(length > 0)) throw new RangeError('an axis of length zero gives no rotation')
  const s = Math.sin(angleRad / 2) / length
  return normalizeQuaternion({ w: Math.cos(angleRad / 2), x: axis.x * s, y: axis.y * s, z: axis.z * s })
}

/** Rotation about z, counter-clockwise seen from above. */
export function quaternionFromYaw(yawRad: number): Quaternion {
  return normalizeQuaternion({ w: Math.cos(yawRad / 2), x: 0, y: 0, z: Math.sin(yawRad / 2) })
}

/** Direction of the rotated x axis in the xy plane, in (-π, π]. */
export function yawOf(q: Quaternion): number {
  return Math.atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z))
}

/** Angle of the rotation that leads from a to b, in [0, π]. */
export function angleBetween(a: Quaternion, b: Quaternion): number {
  const d = multiplyQuaternions(conjugateQuaternion(a), b)
  return 2 * Math.atan2(Math.hypot(d.x, d.y, d.z), Math.abs(d.w))
}

/**
 * Constant-speed rotation from a (t = 0) to b (t = 1) over the shorter arc, w ≥ 0.
 * The same played backwards: slerp(a, b, t) is slerp(b, a, 1 - t). Formula: Shoemake 1985.
 */
export function slerp(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const from = normalizeQuaternion(a)
  const to = normalizeQuaternion(b)
  const cosine = from.w * to.w + from.x * to.x + from.y * to.y + from.z * to.z
  const sign = cosine < 0 ? -1 : 1
  const dw = from.w - sign * to.w
  const dx = from.x - sign * to.x
  const dy = from.y - sign * to.y
  const dz = from.z - sign * to.z
  // The half-chord gives a small angle exactly, where acos of a cosine near 1 has lost half its digits.
  const angle = 2 * Math.asin(Math.min(1, Math.hypot(dw, dx, dy, dz) / 2))
  const sine = Math.sin(angle)
  const fromWeight = angle < 1e-9 ? 1 - t : Math.sin((1 - t) * angle) / sine
  const toWeight = sign * (angle < 1e-9 ? t : Math.sin(t * angle) / sine)
  return normalizeQuaternion({
    w: from.w * fromWeight + to.w * toWeight,
    x: from.x * fromWeight + to.x * toWeight,
    y: from.y * fromWeight + to.y * toWeight,
    z: from.z * fromWeight + to.z * toWeight,
  })
}

/** The rotation of a row-major 3 × 3 matrix that is one to within rounding. Formula: Shepperd 1978. */
export function quaternionFromMatrix(m: readonly number[]): Quaternion {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = m
  const trace = xx + yy + zz
  const largest = Math.max(trace, xx, yy, zz)
  if (largest === trace) return normalizeQuaternion({ w: 1 + trace, x: zy - yz, y: xz - zx, z: yx - xy })
  if (largest === xx) return normalizeQuaternion({ w: zy - yz, x: 1 + xx - yy - zz, y: xy + yx, z: xz + zx })
  if (largest === yy) return normalizeQuaternion({ w: xz - zx, x: xy + yx, y: 1 + yy - xx - zz, z: yz + zy })
  return normalizeQuaternion({ w: yx - xy, x: xz + zx, y: yz + zy, z: 1 + zz - xx - yy })
}
