import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import {
  applyInversePose,
  applyPose,
  composePoses,
  identityPose,
  interpolatePose,
  invertPose,
  type Pose,
  relativePose,
} from './pose.ts'
import {
  angleBetween,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  quaternionFromAxisAngle,
  quaternionFromYaw,
  quaternionNorm,
  rotate,
  rotationMatrix,
  slerp,
  unrotate,
  yawOf,
} from './quaternion.ts'
import { distance, norm, type Vec3 } from './vec3.ts'

const within = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true })
const anyVec3 = (reach: number): fc.Arbitrary<Vec3> =>
  fc.record({ x: within(-reach, reach), y: within(-reach, reach), z: within(-reach, reach) })
const anyRotation: fc.Arbitrary<Quaternion> = fc
  .record({ w: within(-1, 1), x: within(-1, 1), y: within(-1, 1), z: within(-1, 1) })
  .filter((q) => quaternionNorm(q) > 0.1)
  .map(normalizeQuaternion)
const anyPose = (reach: number): fc.Arbitrary<Pose> => fc.record({ position: anyVec3(reach), heading: anyRotation })

const close = (a: Vec3, b: Vec3, tolerance: number): void =>
  assert.ok(distance(a, b) <= tolerance, `${JSON.stringify(a)} is not ${JSON.stringify(b)}`)

test('a quarter turn to the left takes forward to left', () => {
  close(rotate(quaternionFromYaw(Math.PI / 2), { x: 1, y: 0, z: 0 }), { x: 0, y: 1, z: 0 }, 1e-15)
  assert.ok(Math.abs(yawOf(quaternionFromYaw(2.5)) - 2.5) < 1e-15)
  assert.throws(() => quaternionFromAxisAngle({ x: 0, y: 0, z: 0 }, 1), RangeError)
  assert.throws(() => normalizeQuaternion({ w: 0, x: 0, y: 0, z: 0 }), RangeError)
})

// A norm of 1 to within 1e-15 stays as it is sent: each turn may change a length of 175 by 4e-13, beside rounding.
const ROUNDING = 4e-12

test('rotations keep lengths, undo, compose and agree with their matrix', () => {
  fc.assert(
    fc.property(anyRotation, anyRotation, anyVec3(100), (a, b, v) => {
      const turned = rotate(a, v)
      assert.ok(Math.abs(norm(turned) - norm(v)) < ROUNDING)
      close(unrotate(a, turned), v, ROUNDING)
      close(rotate(multiplyQuaternions(a, b), v), rotate(a, rotate(b, v)), ROUNDING)
      const m = rotationMatrix(a)
      const byMatrix = {
        x: m[0] * v.x + m[1] * v.y + m[2] * v.z,
        y: m[3] * v.x + m[4] * v.y + m[5] * v.z,
        z: m[6] * v.x + m[7] * v.y + m[8] * v.z,
      }
      close(byMatrix, turned, ROUNDING)
    }),
  )
})

test('normalising gives norm 1 and w ≥ 0 and leaves a heading that has both alone', () => {
  fc.assert(
    fc.property(anyRotation, within(0.99, 1.01), fc.boolean(), (q, factor, flip) => {
      const f = flip ? -factor : factor
      const n = normalizeQuaternion({ w: q.w * f, x: q.x * f, y: q.y * f, z: q.z * f })
      assert.ok(Math.abs(quaternionNorm(n) - 1) < 1e-15 && n.w >= 0)
      assert.ok(angleBetween(n, q) < 1e-7)
      assert.deepEqual(normalizeQuaternion(n), n)
    }),
  )
})

test('slerp keeps its ends, its speed, the shorter arc, and runs the same backwards', () => {
  fc.assert(
    fc.property(anyRotation, anyRotation, within(0, 1), (a, b, t) => {
      const whole = angleBetween(a, b)
      // Half a turn has no shorter arc.
      fc.pre(whole < Math.PI - 1e-3)
      const at = slerp(a, b, t)
      assert.ok(Math.abs(quaternionNorm(at) - 1) < 1e-14 && at.w >= 0)
      assert.ok(Math.abs(angleBetween(a, at) - t * whole) < 1e-9)
      assert.ok(Math.abs(angleBetween(at, b) - (1 - t) * whole) < 1e-9)
      assert.ok(angleBetween(at, slerp(b, a, 1 - t)) < 1e-12)
      const opposite = { w: -b.w, x: -b.x, y: -b.y, z: -b.z }
      assert.ok(angleBetween(at, slerp(a, opposite, t)) < 1e-12)
    }),
  )
})

test('poses apply, invert and compose, also 1e8 m away', () => {
  fc.assert(
    fc.property(anyPose(1e8), anyPose(50), anyVec3(100), (worldFromEgo, egoFromSensor, point) => {
      const tolerance = 1e-6
      const worldFromSensor = composePoses(worldFromEgo, egoFromSensor)
      close(applyPose(worldFromSensor, point), applyPose(worldFromEgo, applyPose(egoFromSensor, point)), tolerance)
      close(applyInversePose(worldFromSensor, applyPose(worldFromSensor, point)), point, tolerance)
      close(applyPose(invertPose(egoFromSensor), applyPose(egoFromSensor, point)), point, 1e-12)
      close(relativePose(worldFromEgo, worldFromSensor).position, egoFromSensor.position, tolerance)
    }),
  )
})

test('an interpolated pose is between both ends and gives the ends exactly', () => {
  const a = identityPose
  const b = { position: { x: 4, y: -2, z: 1 }, heading: quaternionFromYaw(1) }
  assert.deepEqual(interpolatePose(a, b, 0), a)
  const end = interpolatePose(a, b, 1)
  close(end.position, b.position, 0)
  assert.ok(angleBetween(end.heading, b.heading) < 1e-15)
  const half = interpolatePose(a, b, 0.5)
  close(half.position, { x: 2, y: -1, z: 0.5 }, 1e-15)
  assert.ok(Math.abs(yawOf(half.heading) - 0.5) < 1e-15)
})
