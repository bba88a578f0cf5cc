import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { cuboidContains } from '../../geometry/cuboid.ts'
import { cuboidIou } from '../../geometry/cuboidIou.ts'
import { applyPose } from '../../geometry/pose.ts'
import { commonFromPoints, makeStreet, type Street, type StreetOptions } from './street.ts'

const DENSE: Partial<StreetOptions> = {
  traffic: 'dense',
  frames: 2,
  beams: 32,
  azimuthStepDeg: 0.5,
  disturbances: { reflections: 0.1, rain: 0.01, dropouts: 0.05 },
}

const digest = ({ frames }: Street): string => {
  const hash = createHash('sha256')
  for (const { lidar, truth } of frames) {
    hash.update(new Uint8Array(lidar.positions.buffer)).update(JSON.stringify(truth))
  }
  return hash.digest('hex')
}

test('a dense street is the same from the same seed, disturbances and all', () => {
  assert.equal(digest(makeStreet({ ...DENSE, seed: 5 })), digest(makeStreet({ ...DENSE, seed: 5 })))
  assert.notEqual(digest(makeStreet({ ...DENSE, seed: 5 })), digest(makeStreet({ ...DENSE, seed: 6 })))
})

test('dense traffic has every class of vehicle, riders, adults and children', () => {
  const truth = [1, 2, 3, 4].flatMap((seed) => makeStreet({ ...DENSE, seed }).frames[0].truth)
  for (const label of ['car', 'van', 'truck', 'bus', 'cyclist', 'motorcycle', 'pedestrian']) {
    assert.ok(truth.filter((object) => object.label === label).length >= 2, label)
  }
  const heights = truth.filter(({ label }) => label === 'pedestrian').map(({ cuboid }) => cuboid.dimensions.height)
  assert.ok(Math.min(...heights) < 1.4 && Math.max(...heights) > 1.75)
})

test('people ride and walk without passing through cars or each other', () => {
  for (const seed of [1, 2, 3, 4]) {
    for (const { truth } of makeStreet({ ...DENSE, seed, frames: 5, secondsPerFrame: 0.5 }).frames) {
      for (const [i, one] of truth.entries()) {
        for (const other of truth.slice(i + 1)) {
          const iou = cuboidIou(one.cuboid, other.cuboid)
          assert.ok(iou < 0.12, `${one.label} in ${other.label}: IoU ${iou}`)
        }
      }
    }
  }
})

test('a wide beam leaves points in the air at the edges of things, a thin one none', () => {
  const inAir = (divergenceDeg: number): number => {
    const { frames, classes } = makeStreet({ ...DENSE, disturbances: undefined, seed: 1, frames: 1, divergenceDeg })
    const [{ lidar }] = frames
    let count = 0
    for (const [i, number] of lidar.classes.entries()) {
      const [x, y, z] = lidar.positions.subarray(3 * i, 3 * i + 3)
      if (classes[number].name === 'road' && applyPose(lidar.commonFromSensor, { x, y, z }).z > 0.5) count++
    }
    return count
  }
  assert.equal(inAir(0), 0)
  assert.ok(inAir(0.2) > 20)
})

test('points of an object are in its box, except those of mirrors and drawbars, on a slope too', () => {
  for (const slopeDeg of [0, 5]) {
    const street = makeStreet({ ...DENSE, seed: 3, slopeDeg, framing: 'common' })
    for (const { lidar, truth } of street.frames) {
      for (const { actor, cuboid, label } of truth) {
        let inside = 0
        let fired = 0
        for (let i = 0; i < lidar.actors.length; i++) {
          if (lidar.actors[i] !== actor) continue
          const [x, y, z] = lidar.positions.subarray(3 * i, 3 * i + 3)
          fired++
          if (cuboidContains(cuboid, applyPose(commonFromPoints(street.options, lidar), { x, y, z }))) inside++
        }
        assert.ok(inside >= 0.8 * fired - 3, `${label}: ${inside} of ${fired}`)
      }
    }
  }
})

test('reflections are below the road and rain is in the air, only where they are requested', () => {
  const below = ({ frames: [{ lidar }] }: Street): number => {
    let count = 0
    for (let i = 0; i < lidar.positions.length; i += 3) {
      const [x, y, z] = lidar.positions.subarray(i, i + 3)
      if (applyPose(lidar.commonFromSensor, { x, y, z }).z < -0.3) count++
    }
    return count
  }
  assert.ok(below(makeStreet({ ...DENSE, seed: 1 })) > 50)
  assert.equal(below(makeStreet({ ...DENSE, seed: 1, disturbances: undefined })), 0)
})
