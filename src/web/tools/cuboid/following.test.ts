import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Cuboid, cuboidInFrame } from '../../../geometry/cuboid.ts'
import { identityPose, type Pose, relativePose } from '../../../geometry/pose.ts'
import { quaternionFromYaw } from '../../../geometry/quaternion.ts'
import { subtract } from '../../../geometry/vec3.ts'
import { expectedHere, type Following, followingFrom, foundHere, steppedOn } from './following.ts'
import { movedOn } from './motion.ts'

const boxAt = (x: number, y: number): Cuboid => ({
  position: { x, y, z: 1 },
  heading: quaternionFromYaw(0.4),
  dimensions: { length: 4.5, width: 1.9, height: 1.6 },
})
const still = identityPose
const found = (following: Following, cuboid: Cuboid, step: Pose | null = still): Following =>
  foundHere(steppedOn(following, step), cuboid)
const speed = fc.double({ min: -3, max: 3, noNaN: true })
const near = (one: Cuboid, other: Cuboid): void => {
  const { x, y } = subtract(one.position, other.position)
  assert.ok(Math.hypot(x, y) < 1e-9, `${x} ${y}`)
}

test('an object that moves evenly is expected ahead, however many frames it was covered', () => {
  fc.assert(
    fc.property(speed, speed, fc.integer({ min: 0, max: 6 }), fc.boolean(), (x, y, covered, isKnown) => {
      const at = (frame: number) => boxAt(x * frame, y * frame)
      const step = isKnown ? still : null
      let following = followingFrom(at(0), null, null)
      for (const frame of [1, 2]) following = found(following, at(frame), step)
      for (let i = 0; i <= covered; i++) following = steppedOn(following, step)
      near(expectedHere(following, 1).cuboid, at(3 + covered))
    }),
  )
})

test('frames that are unevenly far apart in time are crossed as fast as the ones before', () => {
  const gap = fc.double({ min: 0.05, max: 3, noNaN: true })
  fc.assert(
    fc.property(speed, speed, fc.tuple(gap, gap, gap), fc.boolean(), (x, y, [first, second, third], isKnown) => {
      const at = (time: number) => boxAt(x * time, y * time)
      const step = isKnown ? still : null
      const known = followingFrom(at(first), at(0), step, first)
      near(expectedHere(steppedOn(known, step, second), 1).cuboid, at(first + second))
      const last = foundHere(steppedOn(known, step, second), at(first + second))
      near(expectedHere(steppedOn(last, step, third), 1).cuboid, at(first + second + third))
    }),
  )
})

test('seen from a vehicle that drives and turns, stationary objects are expected with the street, and moving ones ahead of it', () => {
  fc.assert(
    fc.property(speed, speed, speed, fc.integer({ min: 0, max: 6 }), (ownX, ownY, vehicle, covered) => {
      const vehicleAt = (frame: number): Pose => ({
        position: { x: vehicle * frame, y: 0.3 * frame, z: 0 },
        heading: quaternionFromYaw(0.05 * frame),
      })
      const seenAt = (frame: number): Cuboid => {
        const there = movedOn(boxAt(5, 2), { x: ownX, y: ownY, z: 0, yawRad: 0 }, frame)
        return cuboidInFrame(vehicleAt(frame), there)
      }
      const step = (frame: number): Pose => relativePose(vehicleAt(frame), vehicleAt(frame - 1))
      let following = found(followingFrom(seenAt(0), null, null), seenAt(1), step(1))
      for (let i = 0; i <= covered; i++) following = steppedOn(following, step(2 + i))
      near(expectedHere(following, 1).cuboid, seenAt(2 + covered))
      near(expectedHere(steppedOn(followingFrom(seenAt(1), seenAt(0), step(1)), step(2)), 1).cuboid, seenAt(2))
    }),
  )
})

test('while it is not known how the vehicle drives, an object is expected by its motion for the sensor', () => {
  let following = found(followingFrom(boxAt(0, 0), null, null), boxAt(2, 0), null)
  near(expectedHere(steppedOn(following, null), 1).cuboid, boxAt(4, 0))
  following = found(following, boxAt(4, 0), { position: { x: 2, y: 0, z: 0 }, heading: quaternionFromYaw(0) })
  near(expectedHere(steppedOn(following, null), 1).cuboid, boxAt(6, 0))
  near(expectedHere(steppedOn(following, still), 1).cuboid, boxAt(4, 0))
})

test('an object of which no motion is known is looked for farther off than one that moves on', () => {
  const first = followingFrom(boxAt(0, 0), null, null)
  const second = found(first, boxAt(1, 0))
  assert.ok(expectedHere(steppedOn(first, still), 1).reachM > expectedHere(steppedOn(second, still), 1).reachM)
})

test('a stationary object that trembles is not carried away', () => {
  let following = followingFrom(boxAt(0, 0), null, null)
  for (let frame = 1; frame <= 20; frame++) following = found(following, boxAt(frame % 2 ? 0.1 : -0.1, 0))
  assert.ok(Math.abs(following.seen.motion.x) < 0.1, `${following.seen.motion.x} m a frame`)
  assert.ok(Math.abs(expectedHere(steppedOn(following, still), 1).cuboid.position.x) < 0.2)
})

test('an object that may drive and was seen only once may be ahead by its heading, or behind where time goes back', () => {
  const first = steppedOn(followingFrom(boxAt(0, 0), null, null), still)
  const aheadOf = (direction: 1 | -1) =>
    expectedHere(first, direction).ahead.map(({ position: { x, y } }) => x * Math.cos(0.4) + y * Math.sin(0.4))
  assert.ok(aheadOf(1).length > 0 && aheadOf(1).every((wayM) => wayM > 0 && wayM <= 16))
  assert.deepEqual(
    aheadOf(-1),
    aheadOf(1).map((wayM) => -wayM),
  )
  assert.deepEqual(expectedHere(steppedOn(found(first, boxAt(1, 0)), still), 1).ahead, [])
  assert.deepEqual(expectedHere(steppedOn(followingFrom(boxAt(0, 0), null, null), null), 1).ahead, [])
})
