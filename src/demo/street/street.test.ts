import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createCamera } from '../../geometry/camera.ts'
import { cuboidContains } from '../../geometry/cuboid.ts'
import { countPointsInBox } from '../../geometry/pointCount.ts'
import { applyPose } from '../../geometry/pose.ts'
import { projectedBounds } from '../../geometry/projectedBounds.ts'
import { angleBetween, quaternionFromYaw } from '../../geometry/quaternion.ts'
import { distance } from '../../geometry/vec3.ts'
import { commonFromPoints, makeStreet, type Street, type StreetOptions } from './street.ts'

const small: Partial<StreetOptions> = { frames: 3, beams: 16, azimuthStepDeg: 1, image: { width: 320, height: 200 } }
const utm = { origin: { x: 11724271.25, y: 3123267.75, z: 18.5 }, yawRad: 0.8 }

function digest(street: Street): string {
  const hash = createHash('sha256')
  for (const { lidar, cameras, truth } of street.frames) {
    hash
      .update(new Uint8Array(lidar.positions.buffer))
      .update(lidar.classes)
      .update(new Uint8Array(lidar.actors.buffer))
    for (const camera of cameras) hash.update(camera.render().rgb)
    hash.update(JSON.stringify(truth))
  }
  return hash.digest('hex')
}

test('the same seed makes the same street to the last byte, another seed another one', () => {
  assert.equal(digest(makeStreet({ ...small, seed: 5 })), digest(makeStreet({ ...small, seed: 5 })))
  assert.notEqual(digest(makeStreet({ ...small, seed: 5 })), digest(makeStreet({ ...small, seed: 6 })))
})

test('every box of the truth holds exactly the points that were fired at its object', () => {
  const streets = [
    makeStreet({ frames: 10 }),
    makeStreet({ ...small, seed: 2, framing: 'common', ...utm }),
    makeStreet({ ...small, seed: 3, framing: 'sensor', ...utm }),
    makeStreet({ ...small, seed: 4, withEgoPose: false }),
    makeStreet({ ...small, seed: 4, withEgoPose: false, framing: 'common' }),
    // A long drive meets and passes everything there is.
    makeStreet({ ...small, seed: 7, frames: 40, secondsPerFrame: 0.5 }),
  ]
  for (const street of streets) {
    for (const { lidar, truth } of street.frames) {
      assert.ok(truth.length >= 5)
      for (const { cuboid, actor, pointCount } of truth) {
        const fired = lidar.actors.filter((a) => a === actor).length
        assert.equal(countPointsInBox(lidar.positions, commonFromPoints(street.options, lidar), cuboid), fired)
        assert.equal(pointCount, fired)
        assert.ok(fired > 0)
      }
    }
  }
})

test('points carry the class of the object that they are on', () => {
  const { frames, classes } = makeStreet(small)
  const { lidar } = frames[0]
  const seen = new Set<string>()
  for (let i = 0; i < lidar.classes.length; i++) {
    const [x, y, z] = lidar.positions.subarray(3 * i, 3 * i + 3)
    const { name, instantiable } = classes[lidar.classes[i]]
    seen.add(name)
    assert.equal(lidar.actors[i] > 0, instantiable)
    const height = applyPose(lidar.commonFromSensor, { x, y, z }).z
    const isGround = ['road', 'sidewalk', 'terrain'].includes(name)
    assert.equal(Math.abs(height) < 0.06, isGround || (height < 0.06 && !instantiable))
  }
  for (const name of ['road', 'sidewalk', 'building', 'pole', 'car', 'pedestrian']) assert.ok(seen.has(name), name)
})

test('boxes head the way their object moves, and stationary objects have one pose', () => {
  const { frames } = makeStreet({ ...small, ...utm })
  const [first, , last] = frames
  let moving = 0
  for (const object of first.truth) {
    const later = last.truth.find((o) => o.trackId === object.trackId)
    if (!later) continue
    const moved = distance(object.cuboid.position, later.cuboid.position)
    if (object.stationary) {
      assert.deepEqual(later.cuboid, object.cuboid)
      continue
    }
    moving++
    assert.ok(moved > 0.3)
    const way = Math.atan2(
      later.cuboid.position.y - object.cuboid.position.y,
      later.cuboid.position.x - object.cuboid.position.x,
    )
    assert.ok(angleBetween(object.cuboid.heading, quaternionFromYaw(way)) < 1e-6)
  }
  assert.ok(moving >= 3)
})

test('every pixel of an object is inside the bounds of its projected box, through both lenses', () => {
  const street = makeStreet({ ...small, frames: 2, ...utm })
  for (const { cameras, truth } of street.frames) {
    for (const shot of cameras) {
      const { actors, width, height } = shot.render()
      const camera = createCamera(shot.intrinsics, shot.commonFromCamera)
      let seen = 0
      for (const { actor, cuboid } of truth) {
        const bounds = projectedBounds(cuboid, camera, { width, height })
        for (let pixel = 0; pixel < actors.length; pixel++) {
          if (actors[pixel] !== actor) continue
          seen++
          const u = pixel % width
          const v = Math.floor(pixel / width)
          assert.ok(bounds && u >= bounds.minU && u <= bounds.maxU && v >= bounds.minV && v <= bounds.maxV)
        }
      }
      assert.ok(seen > 500, `${shot.sensorId} sees ${seen} pixels of objects`)
    }
  }
})

test('a point of the lidar on an object falls on a pixel of it, or of what hides it', () => {
  const { frames } = makeStreet({ ...small, frames: 1 })
  const { lidar, cameras, truth } = frames[0]
  for (const shot of cameras) {
    const camera = createCamera(shot.intrinsics, shot.commonFromCamera)
    const { actors, width, height } = shot.render()
    let same = 0
    let seen = 0
    for (let i = 0; i < lidar.actors.length; i++) {
      if (lidar.actors[i] === 0) continue
      const [x, y, z] = lidar.positions.subarray(3 * i, 3 * i + 3)
      const inCommon = applyPose(lidar.commonFromSensor, { x, y, z })
      const object = truth.find((o) => o.actor === lidar.actors[i])
      assert.ok(!object || cuboidContains(object.cuboid, inCommon))
      const pixel = camera.imageFromCommon(inCommon)
      if (!pixel) continue
      const u = Math.round(pixel.u)
      const v = Math.round(pixel.v)
      if (u < 0 || v < 0 || u >= width || v >= height) continue
      seen++
      if (actors[v * width + u] === lidar.actors[i]) same++
    }
    assert.ok(seen > 50 && same / seen > 0.75, `${shot.sensorId}: ${same} of ${seen}`)
  }
})

test('without ego pose the common frame is the vehicle: sensors keep their pose, parked cars move', () => {
  const { frames } = makeStreet({ ...small, withEgoPose: false })
  for (const frame of frames) {
    assert.equal(frame.egoPose, null)
    assert.deepEqual(frame.lidar.commonFromSensor, frames[0].lidar.commonFromSensor)
    assert.ok(frame.truth.every((object) => !object.stationary))
  }
})
