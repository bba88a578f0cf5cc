import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transformPoints } from '../../geometry/cloudOverlap.ts'
import { decidePointCloudFrame, framesToInspect, type PointCloudFrame } from '../../geometry/pointCloudFrame.ts'
import { composePoses, type Pose } from '../../geometry/pose.ts'
import { quaternionFromAxisAngle, quaternionFromYaw } from '../../geometry/quaternion.ts'
import { layOutStreet } from './layout.ts'
import { egoFromLidar, scanStreet } from './lidar.ts'
import { placeActor } from './placedActor.ts'
import { createRandom } from './random.ts'
import type { Solid } from './solid.ts'
import { DEFAULT_STREET, makeStreet, type StreetOptions } from './street.ts'

/** Which frame the service takes the street's clouds to be in, when it is not told. */
function decide(options: Partial<StreetOptions>) {
  const { frames } = makeStreet(options)
  const poses = frames.map((frame) => ({ sensorPose: frame.lidar.commonFromSensor }))
  return decidePointCloudFrame(poses, new Map(framesToInspect(poses).map((i) => [i, frames[i].lidar.positions])))
}

const framings: PointCloudFrame[] = ['sensor', 'common']
const utm = { origin: { x: 11724271, y: 3123267, z: 18 }, yawRad: 0.5 }

test('both framings of the street are distinguished, near and far, fast and slow, dense and sparse', () => {
  const variants: Partial<StreetOptions>[] = [
    { yawRad: 2.1, origin: { x: -6, y: 4, z: 3 } },
    { egoSpeedMps: 0.55 },
    { frames: 2 },
    { egoSpeedMps: 12, frames: 20, beams: 16 },
    { beams: 16, azimuthStepDeg: 1, egoSpeedMps: 0.55 },
    { beams: 8, azimuthStepDeg: 2, egoSpeedMps: 0.55 },
    { maxRangeM: 30 },
    { ...utm },
    { ...utm, egoSpeedMps: 0 },
  ]
  for (const variant of variants) {
    for (const framing of framings) {
      const decision = decide({ ...variant, framing })
      assert.equal(decision.frame, framing, `${JSON.stringify(variant)}: ${decision.why}`)
      assert.equal(decision.warning, undefined)
    }
  }
})

test('a street where nothing moves, at the origin, is taken as sensor with a warning', () => {
  for (const framing of framings) {
    for (const options of [{ egoSpeedMps: 0 }, { withEgoPose: false }]) {
      const decision = decide({ framing, frames: 3, ...options })
      assert.equal(decision.frame, 'sensor')
      assert.ok(decision.warning)
    }
  }
})

function assertToldApart(name: string, poses: Pose[], solidsAt: (frame: number) => Solid[]): void {
  const clouds = poses.map((pose, i) => scanStreet(solidsAt(i), pose, DEFAULT_STREET, createRandom(i)).positions)
  const frames = poses.map((sensorPose) => ({ sensorPose }))
  for (const framing of framings) {
    const stored = framing === 'sensor' ? clouds : clouds.map((cloud, i) => transformPoints(cloud, poses[i]))
    const decision = decidePointCloudFrame(frames, new Map(framesToInspect(frames).map((i) => [i, stored[i]])))
    assert.equal(decision.frame, framing, `${name}: ${decision.why}`)
  }
}

const sensorAt = (x: number, yawRad: number): Pose =>
  composePoses({ position: { x, y: -1.75, z: 0 }, heading: quaternionFromYaw(yawRad) }, egoFromLidar)

test('places made to mislead: bare ground, a canyon without end, traffic that moves along, a turn on the spot', () => {
  const { standing, actors } = layOutStreet({ seed: 3, seconds: 2, egoSpeedMps: 0, traffic: 'calm' })
  const street = (seconds: number): Solid[] => [...standing, ...actors.flatMap((a) => placeActor(a, seconds))]
  const house = standing.find((solid) => solid.className === 'building')!
  const canyon = [-15, 15].map((y): Solid => ({ ...house, x: 0, y, halfLength: 300 }))
  const cars = actors.filter((actor) => actor.className === 'car').flatMap((actor) => placeActor(actor, 0))
  for (const yaw of [0.09, 0.5, 3]) {
    assertToldApart(`turn by ${yaw}`, [sensorAt(3, 0), sensorAt(3, yaw)], (i) => street(2 * i))
  }
  for (const metres of [1, 5, 20]) {
    const poses = [sensorAt(0, 0), sensorAt(metres, 0.02 * metres)]
    assertToldApart(`bare ground, ${metres} m`, poses, () => [])
    assertToldApart(`canyon, ${metres} m`, poses, () => canyon)
    const along = (i: number): Solid[] => [...standing, ...cars.map((part) => ({ ...part, x: part.x + i * metres }))]
    assertToldApart(`convoy, ${metres} m`, poses, along)
    const forwards = { position: { x: 0, y: 0, z: 0 }, heading: quaternionFromAxisAngle({ x: 0, y: 1, z: 0 }, 0.3) }
    assertToldApart(
      `tilted, ${metres} m`,
      poses.map((pose) => composePoses(pose, forwards)),
      street,
    )
  }
})
