import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { cuboidIou } from '../../src/geometry/cuboidIou.ts'
import { quaternionFromYaw } from '../../src/geometry/quaternion.ts'
import { refitCuboid } from '../../src/model/fit/fitCuboid.ts'
import type { FitInput } from '../../src/model/fit/fitInput.ts'
import { refitRadiusM } from '../../src/model/fit/fitReach.ts'
import { pointsWithin } from './pointsWithin.ts'
import { CAR, headingErrorDeg, scanCars } from './scene.ts'

const scene = scanCars([{ x: 12, y: -6, yawDeg: 75 }])
const [car] = scene.cars
const input: FitInput = { positions: scene.positions, sensorPosition: scene.sensorPosition, classSize: CAR }
const rad = (degrees: number): number => (degrees * Math.PI) / 180
const yawed = (degrees: number, box: Cuboid = car): Cuboid => ({ ...box, heading: quaternionFromYaw(rad(degrees)) })
const shifted = (dx: number, dy: number, box: Cuboid = car): Cuboid => ({
  ...box,
  position: { x: box.position.x + dx, y: box.position.y + dy, z: box.position.z },
})

function refitted(verb: Parameters<typeof refitCuboid>[0], cuboid: Cuboid, extra: Partial<FitInput> = {}): Cuboid {
  const result = refitCuboid(verb, cuboid, { ...input, ...extra })
  assert.ok('cuboid' in result, 'refused' in result ? result.refused.code : '')
  return result.cuboid
}

test('refit all: a rough box becomes the box of the object, its front where it was', () => {
  for (const yawDeg of [60, 90, 75 + 180]) {
    const rough = shifted(0.4, -0.3, { ...yawed(yawDeg), dimensions: { length: 4, width: 1.6, height: 1.2 } })
    const box = refitted('all', rough)
    assert.ok(cuboidIou(box, car) >= 0.8, `IoU ${cuboidIou(box, car)}`)
    assert.ok(headingErrorDeg(box, rough) < 30, 'the front stays')
  }
})

test('refit all reaches an object that has moved by 2 to 3 m, and reports frames without one', () => {
  for (const [dx, dy] of [
    [0.6, 2.2],
    [-0.7, -2.6],
    [2, 0.5],
  ]) {
    const box = refitted('all', shifted(dx, dy), { previous: shifted(dx, dy) })
    assert.ok(cuboidIou(box, car) >= 0.75, `IoU ${cuboidIou(box, car)} from ${dx}, ${dy} m away`)
  }
  const result = refitCuboid('all', shifted(0, 12), input)
  assert.deepEqual('refused' in result && result.refused, { code: 'NO_POINTS_NEAR' })
})

test('a refit by the points that it says it needs is the refit by all points, of a bus and its slope too', () => {
  const bus = { length: 12, width: 2.6, height: 3.2 }
  const street = scanCars(
    [
      { x: 14, y: -8, yawDeg: 40, size: bus },
      { x: 30, y: 6, yawDeg: 10 },
    ],
    { slopeDeg: 5 },
  )
  const [truth] = street.cars
  const known = { sensorPosition: street.sensorPosition, classSize: bus, previous: truth }
  const rough = shifted(1.5, 1, { ...truth, dimensions: { ...bus, length: 10 } })
  const radiusM = refitRadiusM(rough, known)
  const near = pointsWithin(street.positions, rough.position, radiusM)
  assert.ok(near.length < street.positions.length)
  for (const verb of ['all', 'size', 'position', 'heading', 'tighten'] as const) {
    const [few, all] = [near, street.positions].map((positions) => refitCuboid(verb, rough, { ...known, positions }))
    assert.deepEqual(few, all, verb)
  }
})

test('propagation keeps a far box on the road where only beams on the sides of cars are seen', () => {
  const row = [-4, 0, 4].map((y) => ({ x: 32, y, yawDeg: 0 }))
  const { cars, positions, sensorPosition } = scanCars(row, { beams: 64 })
  const isSeen = (z: number): boolean => z > 1 && z < 1.3
  const rows = positions.filter((_, i) => isSeen(positions[3 * Math.floor(i / 3) + 2]))
  for (const car of cars) {
    const found = refitted('position', shifted(0.3, 0.1, car), { positions: rows, sensorPosition, reachM: 1 })
    assert.ok(Math.abs(found.position.z - car.position.z) < 0.3, `${found.position.z - car.position.z} m too high`)
  }
})

test('refit size: the heading stays to the last digit', () => {
  const rough = { ...yawed(74.5), dimensions: { length: 5.6, width: 2.4, height: 2.2 } }
  const box = refitted('size', rough)
  assert.deepEqual(box.heading, rough.heading)
  assert.ok(cuboidIou(box, car) >= 0.8, `IoU ${cuboidIou(box, car)}`)
})

test('refit position: only the place changes, and it is the place of the object', () => {
  const box = refitted('position', shifted(0.6, -0.5))
  assert.deepEqual([box.heading, box.dimensions], [car.heading, car.dimensions])
  assert.ok(Math.hypot(box.position.x - car.position.x, box.position.y - car.position.y) < 0.15)
  assert.ok(Math.abs(box.position.z - car.position.z) < 0.05)
})

test('refit heading: turned in its place to the nearer of its directions', () => {
  for (const off of [-30, -8, 12, 180 + 12]) {
    const box = refitted('heading', yawed(75 + off))
    assert.ok(headingErrorDeg(box, yawed(Math.abs(off) > 90 ? 255 : 75)) < 2)
    assert.deepEqual([box.position, box.dimensions], [car.position, car.dimensions])
  }
})

test("refit by moving direction: the front points along the motion, by the object's path or the keyframe before", () => {
  assert.ok(headingErrorDeg(refitted('moving_direction', yawed(255), { motionYawRad: rad(70) }), car) < 2)
  const before = shifted(-0.3, -1.2)
  assert.ok(headingErrorDeg(refitted('moving_direction', yawed(255), { previous: before }), car) < 2)
  const sideways: Cuboid = { ...yawed(-15), dimensions: { length: CAR.width, width: CAR.length, height: CAR.height } }
  const box = refitted('moving_direction', sideways, { motionYawRad: rad(78) })
  assert.ok(cuboidIou(box, car) > 0.9, 'what was a side is its front, and the box stays where it is')
  assert.deepEqual(refitCuboid('moving_direction', car, { ...input, previous: car }), {
    refused: { code: 'NOT_MOVING' },
  })
})

test('tighten: the faces go in to the points, the heading stays, the bottom stands on the ground', () => {
  const loose = { ...shifted(0.1, 0.1), dimensions: { length: 5.5, width: 2.6, height: 2.5 } }
  const box = refitted('tighten', loose)
  assert.deepEqual(box.heading, loose.heading)
  assert.ok(cuboidIou(box, car) >= 0.85, `IoU ${cuboidIou(box, car)}`)
  assert.ok(Math.abs(box.position.z - box.dimensions.height / 2) < 0.1)
})

test('tighten leaves a side that no point shows: one face seen does not make a sheet of a car', () => {
  const ahead = scanCars([{ x: 14, y: 0, yawDeg: 0 }], { beams: 24 })
  const loose = { ...ahead.cars[0], dimensions: { length: 5, width: 2.2, height: 2 } }
  const { positions, sensorPosition } = ahead
  // Only the rear: without what is seen of the roof.
  const low = positions.filter((_, i) => positions[3 * Math.floor(i / 3) + 2] < 1.4)
  for (const classSize of [CAR, null]) {
    const box = refitted('tighten', loose, { positions: low, sensorPosition, classSize })
    assert.ok(box.dimensions.length > 4, `${box.dimensions.length} m long`)
    assert.ok(box.dimensions.width < 2, `${box.dimensions.width} m wide`)
  }
})

test('every verb is refused where there are no points, except the direction of motion, which needs none', () => {
  const away = shifted(0, 20)
  for (const verb of ['all', 'size', 'position', 'heading', 'tighten'] as const) {
    assert.ok('refused' in refitCuboid(verb, away, input), verb)
  }
  const turned = refitCuboid('moving_direction', away, { ...input, motionYawRad: rad(70) })
  assert.ok('cuboid' in turned && headingErrorDeg(turned.cuboid, yawed(70)) < 1e-6)
})
