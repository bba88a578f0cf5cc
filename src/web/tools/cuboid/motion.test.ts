import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw, yawOf } from '../../../geometry/quaternion.ts'
import { BY_HAND, placedAt, stationaryToggledAt } from '../../../model/document/edits/placeCuboid.ts'
import { endToggled } from '../../../model/document/edits/trackKeys.ts'
import { cuboidAt } from '../../../model/document/interpolate.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'
import { motionBetween, movedOn, withPrediction } from './motion.ts'

const box = (x: number, yawRad = 0): Cuboid => ({
  position: { x, y: 0, z: 1 },
  heading: quaternionFromYaw(yawRad),
  dimensions: { length: 4, width: 2, height: 1.5 },
})
const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual} is not ${expected}`)

const EVEN = [0, 1, 2, 3, 4, 5, 6, 7, 8]

test('beyond its last keyframe an object keeps its last motion; its keyframes decide the rest', () => {
  const track = placedAt(boxTrack('t', 'car', 2, box(0)), 4, box(3, 0.2), BY_HAND)
  const ahead = cuboidAt(withPrediction(track, 7, EVEN), 7)?.shape
  near(ahead?.position.x, 3 + 3 * 1.5)
  near(ahead && yawOf(ahead.heading), 0.2 + 3 * 0.1)
  const uneven = cuboidAt(withPrediction(track, 7, [0, 1, 2, 3, 5, 6, 7, 11]), 7)?.shape
  near(uneven?.position.x, 3 + 6 * 0.75)
  for (const frame of [0, 2, 3, 4]) assert.equal(withPrediction(track, frame, EVEN), track, `frame ${frame}`)
})

test('one keyframe gives no motion, a stationary object has none, and an ended one does not move', () => {
  const single = boxTrack('t', 'car', 2, box(0))
  const moving = placedAt(single, 4, box(3), BY_HAND)
  for (const track of [single, stationaryToggledAt(moving, 4)!, endToggled(moving, 6)!]) {
    assert.equal(withPrediction(track, 8, EVEN), track)
  }
})

test('a motion leads from one box to the other, and back', () => {
  const [from, to] = [box(1, 3), box(2, -3)]
  const motion = motionBetween(from, to)
  near(motion.yawRad, 2 * Math.PI - 6)
  near(movedOn(from, motion, 1).position.x, 2)
  near(yawOf(movedOn(to, motion, -1).heading), 3)
})
