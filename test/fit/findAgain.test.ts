import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeStreet } from '../../src/demo/street/street.ts'
import { cuboidIou } from '../../src/geometry/cuboidIou.ts'
import { applyPose } from '../../src/geometry/pose.ts'
import { findAgain } from '../../src/model/fit/findAgain.ts'
import { denseStreet } from './streetTruth.ts'

const [before, now] = makeStreet({
  framing: 'common',
  ...denseStreet(3),
  seed: 3,
  frames: 2,
  secondsPerFrame: 0.5,
}).frames
const tracks = before.truth.flatMap((was) => {
  const is = now.truth.find(({ trackId }) => trackId === was.trackId)
  return is && was.pointCount >= 50 && is.pointCount >= 50 ? [{ ...was, there: is.cuboid }] : []
})

function found({ cuboid }: (typeof tracks)[number]) {
  const stepM = Math.max(1.5, 0.8 * cuboid.dimensions.length)
  const ahead = [1, 2, 3].map((step) => ({ ...cuboid, position: applyPose(cuboid, { x: step * stepM, y: 0, z: 0 }) }))
  const last = { cuboid, positions: before.lidar.positions }
  const reachM = Math.max(1, cuboid.dimensions.length / 2)
  const { positions, commonFromSensor } = now.lidar
  return findAgain(
    { expected: cuboid, reachM, ahead, aheadReachM: stepM / 2 + 0.3, last },
    { positions, classSize: null, sensorPosition: commonFromSensor.position },
  )
}

test('riders that rode on by more than their length are found by their shape, though others are nearer', () => {
  const riders = tracks.filter(({ label }) => label === 'cyclist')
  const right = riders.filter((rider) => cuboidIou(found(rider)?.cuboid ?? rider.cuboid, rider.there) > 0.4)
  assert.ok(riders.length >= 4 && right.length >= 0.75 * riders.length, `${right.length} of ${riders.length}`)
})

test('parked vehicles stay where they are, also where the next one looks like them', () => {
  const parked = tracks.filter(({ label, stationary }) => stationary && (label === 'car' || label === 'van'))
  const right = parked.filter((vehicle) => cuboidIou(found(vehicle)?.cuboid ?? vehicle.there, vehicle.there) > 0.5)
  assert.ok(parked.length >= 5 && right.length === parked.length, `${right.length} of ${parked.length}`)
})
