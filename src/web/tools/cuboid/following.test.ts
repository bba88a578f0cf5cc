import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw } from '../../../geometry/quaternion.ts'
import { expectedNext, type Following, followedOn } from './following.ts'
import { STILL } from './motion.ts'

const boxAt = (x: number, y: number): Cuboid => ({
  position: { x, y, z: 1 },
  heading: quaternionFromYaw(0.4),
  dimensions: { length: 4.5, width: 1.9, height: 1.6 },
})
const started = (cuboid: Cuboid): Following => ({ cuboid, motion: STILL, steps: 0, missed: 0 })
const speed = fc.double({ min: -3, max: 3, noNaN: true })
const direction = fc.constantFrom<1 | -1>(1, -1)

test('what moves evenly is expected where it will be, either way, however many frames it was covered', () => {
  fc.assert(
    fc.property(speed, speed, direction, fc.integer({ min: 0, max: 6 }), (x, y, way, covered) => {
      const at = (frame: number) => boxAt(x * frame, y * frame)
      let following = started(at(0))
      for (const step of [1, 2]) following = followedOn(following, at(step * way), way)
      for (let i = 0; i < covered; i++) following = followedOn(following, null, way)
      const { cuboid } = expectedNext(following, way)
      const truth = at((3 + covered) * way)
      assert.ok(Math.abs(cuboid.position.x - truth.position.x) < 1e-9)
      assert.ok(Math.abs(cuboid.position.y - truth.position.y) < 1e-9)
      following = followedOn(following, truth, way)
      assert.ok(Math.abs(following.motion.x - x) < 1e-9 && following.missed === 0)
    }),
  )
})

test('an object of which no motion is known is looked for farther off than one that moves on', () => {
  const first = started(boxAt(0, 0))
  const second = followedOn(first, boxAt(1, 0), 1)
  assert.ok(expectedNext(first, 1).reachM > expectedNext(second, 1).reachM)
})

test('what stands still and trembles is not carried away', () => {
  let following = started(boxAt(0, 0))
  for (let frame = 1; frame <= 20; frame++) following = followedOn(following, boxAt(frame % 2 ? 0.1 : -0.1, 0), 1)
  assert.ok(Math.abs(following.motion.x) < 0.1, `${following.motion.x} m a frame`)
  assert.ok(Math.abs(expectedNext(following, 1).cuboid.position.x) < 0.2)
})
