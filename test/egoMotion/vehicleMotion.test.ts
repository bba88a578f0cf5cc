import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyPose } from '../../src/geometry/pose.ts'
import { yawOf } from '../../src/geometry/quaternion.ts'
import { vehicleMotion } from '../../src/model/egoMotion/vehicleMotion.ts'
import { recordedClouds, recordedTruthSkip } from '../fit/recordedTruth.ts'
import { convoyAt, type Drive, drivenPair, LIDAR, type SolidsAt, streetAt, wallsAt } from './drivenPair.ts'

const HERE = { x: 0, y: 0, z: 0 }
const DRIVE: Drive = { seed: 7, seconds: 0.1, speedMps: 10, turnRadps: 0 }

const DRIVES: readonly { name: string; traffic: 'calm' | 'dense'; beams: number; drive: Drive }[] = [
  { name: 'standing', traffic: 'dense', beams: 32, drive: { ...DRIVE, seed: 1, speedMps: 0 } },
  { name: 'slow', traffic: 'calm', beams: 16, drive: { seed: 2, seconds: 0.5, speedMps: 5, turnRadps: 0.1 } },
  { name: 'fast', traffic: 'dense', beams: 64, drive: { seed: 4, seconds: 0.5, speedMps: 15, turnRadps: 0 } },
  { name: 'turning', traffic: 'calm', beams: 32, drive: { seed: 3, seconds: 0.5, speedMps: 8, turnRadps: 0.4 } },
  {
    name: 'a second apart',
    traffic: 'dense',
    beams: 32,
    drive: { seed: 5, seconds: 1, speedMps: 12, turnRadps: -0.1 },
  },
]

for (const { name, traffic, beams, drive } of DRIVES) {
  test(`the motion of a vehicle in a ${traffic} street is found from two clouds alone: ${name}`, () => {
    const { before, now, nowFromBefore } = drivenPair(drive, streetAt(drive.seed, traffic), { ...LIDAR, beams })
    const found = vehicleMotion(before, now, HERE)
    assert.ok(found, 'not found')
    const { x, y } = applyPose(found, HERE)
    const offM = Math.hypot(x - nowFromBefore.position.x, y - nowFromBefore.position.y)
    assert.ok(offM < 0.05, `${offM} m off`)
    const offDeg = (Math.abs(yawOf(found.heading) - yawOf(nowFromBefore.heading)) * 180) / Math.PI
    assert.ok(offDeg < 0.1, `${offDeg}° off`)
  })
}

test('where many cars drive along, the street still counts and not they', () => {
  const street = streetAt(2, 'dense')
  const convoy = convoyAt(10, 16)
  const drive = { ...DRIVE, seconds: 0.5 }
  const { before, now, nowFromBefore } = drivenPair(drive, (seconds) => [...street(seconds), ...convoy(seconds)])
  const found = vehicleMotion(before, now, HERE)
  assert.ok(found, 'not found')
  assert.ok(Math.abs(found.position.x - nowFromBefore.position.x) < 0.05, `${found.position.x} m`)
})

const convoy = convoyAt(10, 16)
const UNKNOWN: Readonly<Record<string, SolidsAt>> = {
  'on an empty road': () => [],
  'beside one smooth wall': () => wallsAt(8),
  'in a smooth tunnel': () => wallsAt(8, -8),
  'in a tunnel with others that drive along': (seconds) => [...wallsAt(10, -8), ...convoy(seconds)],
  'on an open road with others that drive along': (seconds) => convoy(seconds),
}

for (const [where, solidsAt] of Object.entries(UNKNOWN)) {
  test(`${where} the motion of the vehicle is not known, and nothing is made up`, () => {
    for (const beams of [16, 64]) {
      const { before, now } = drivenPair(DRIVE, solidsAt, { ...LIDAR, beams })
      assert.equal(vehicleMotion(before, now, HERE), null)
    }
  })
}

test('over a recording without poses, parked cars are where the motion takes them', {
  skip: recordedTruthSkip(),
}, async () => {
  const [{ clouds }] = await recordedClouds()
  // Parked by the labels of all four frames.
  for (const [from, to] of [
    [0, 1],
    [1, 2],
    [2, 3],
  ]) {
    const motion = vehicleMotion(clouds[from].positions, clouds[to].positions, HERE)
    assert.ok(motion, `${from} to ${to}`)
    for (const id of ['15', '23', '1001']) {
      const [was, is] = [from, to].map((frame) => clouds[frame].objects.find(({ trackId }) => trackId === id))
      if (!was || !is) continue
      const { x, y } = applyPose(motion, was.cuboid.position)
      const offM = Math.hypot(x - is.cuboid.position.x, y - is.cuboid.position.y)
      assert.ok(offM < 0.3, `${id}: ${offM} m`)
    }
  }
})
