import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '../../src/demo/street/random.ts'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { quaternionFromYaw } from '../../src/geometry/quaternion.ts'
import { fitCuboid } from '../../src/model/fit/fitCuboid.ts'
import { FIELD_CLASSES } from './fieldClasses.ts'
import { HANDS } from './handDrag.ts'
import { tryHand } from './measure.ts'
import { dragOver, headingErrorDeg } from './scene.ts'
import { denseStreet, streetClouds } from './streetTruth.ts'

const bottomOf = ({ position, dimensions }: Cuboid): number => position.z - dimensions.height / 2

test('in dense traffic every object gets a box, and next to none floats over the road or sinks into it', () => {
  const trials = tryHand(streetClouds([1, 2, 3, 4], 2, denseStreet), HANDS[0])
  assert.ok(trials.length > 200, `${trials.length} objects`)
  assert.deepEqual(
    trials.filter(({ cuboid }) => !cuboid).map(({ cloud, refused }) => `${cloud} ${refused}`),
    [],
  )
  const off = trials.filter(
    ({ cuboid, object }) => cuboid && Math.abs(bottomOf(cuboid) - bottomOf(object.cuboid)) > 0.2,
  )
  assert.ok(off.length <= 0.015 * trials.length, `${off.length} of ${trials.length} float or sink`)
})

test('with 16 beams far objects stand on the road, though as many beams meet their neighbours', () => {
  const clouds = streetClouds([1, 2, 3], 2, (seed) => ({ ...denseStreet(seed), beams: 16 }), 5)
  const trials = tryHand(clouds, HANDS[0]).filter(({ object, distanceM }) => object.pointCount < 50 && distanceM > 20)
  assert.ok(trials.length > 50, `${trials.length} objects`)
  const off = trials.filter(
    ({ cuboid, object }) => !cuboid || Math.abs(bottomOf(cuboid) - bottomOf(object.cuboid)) > 0.4,
  )
  assert.ok(off.length <= 0.2 * trials.length, `${off.length} of ${trials.length} refused, floating or sunk`)
})

test('the box of a person stays with them while another walks shoulder to shoulder with them', () => {
  const random = createRandom(3)
  const person = (y: number, count: number): number[] =>
    Array.from({ length: count }, () => {
      const angle = random.between(Math.PI / 2, (3 * Math.PI) / 2)
      const z = random.between(0.05, 1.7)
      return [8 + 0.16 * Math.cos(angle), y + 0.26 * Math.sin(angle), z]
    }).flat()
  const ground = Array.from({ length: 3000 }, () => [random.between(2, 14), random.between(-6, 6), 0]).flat()
  const positions = Float64Array.from([...ground, ...person(0, 120), ...person(0.58, 360)])
  const truth: Cuboid = {
    position: { x: 8, y: 0, z: 0.875 },
    heading: quaternionFromYaw(0),
    dimensions: FIELD_CLASSES.pedestrian,
  }
  const gesture = dragOver(truth)
  const sensorPosition = { x: 0, y: 0, z: 1.7 }
  const fitted = fitCuboid({ positions, sensorPosition, classSize: FIELD_CLASSES.pedestrian, gesture })
  assert.ok('cuboid' in fitted)
  const { position } = fitted.cuboid
  assert.ok(Math.abs(position.y) < 0.075, `${position.y} m towards the other`)
})

test('a cyclist keeps the direction of the drag where only the rider is seen over a parked car', () => {
  const offs = [1, 2, 3, 4, 5, 6].map((seed) => {
    const random = createRandom(seed)
    // Shoulders lie across: they say nothing of the way the wheels roll.
    const rider = Array.from({ length: 60 }, () => [
      9 + random.between(-0.1, 0.1),
      random.between(-0.3, 0.3),
      random.between(1, 1.7),
    ]).flat()
    return turnedBy([...level(random), ...rider])
  })
  const most = Math.max(...offs)
  assert.ok(most < 5, `${most}° off`)
})

test('a cyclist keeps the direction of the drag where the side of a van runs through its place', () => {
  const random = createRandom(6)
  const side = Array.from({ length: 300 }, () => {
    const along = random.between(-2.5, 2.5)
    return [9 + 0.77 * along, 0.64 * along - 0.1, random.between(0.2, 1.6)]
  }).flat()
  const bicycle = Array.from({ length: 60 }, () => [
    9 + random.between(-0.85, 0.85),
    random.between(-0.1, 0.1),
    random.between(0.2, 1.1),
  ]).flat()
  const off = turnedBy([...level(random), ...side, ...bicycle])
  assert.ok(off < 5, `${off}° off`)
})

const level = (random: Random): number[] =>
  Array.from({ length: 3000 }, () => [random.between(2, 16), random.between(-7, 7), 0]).flat()

/** How far a cyclist at (9, 0) is turned from its direction, drawn 4° off. */
function turnedBy(points: readonly number[]): number {
  const truth: Cuboid = {
    position: { x: 9, y: 0, z: 0.85 },
    heading: quaternionFromYaw(0),
    dimensions: FIELD_CLASSES.cyclist,
  }
  const fitted = fitCuboid({
    positions: Float64Array.from(points),
    sensorPosition: { x: 0, y: 0, z: 1.7 },
    classSize: FIELD_CLASSES.cyclist,
    gesture: dragOver({ ...truth, heading: quaternionFromYaw((4 * Math.PI) / 180) }),
  })
  assert.ok('cuboid' in fitted)
  return headingErrorDeg(fitted.cuboid, truth)
}
