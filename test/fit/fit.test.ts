import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../src/demo/street/random.ts'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { cuboidIou } from '../../src/geometry/cuboidIou.ts'
import { applyPose } from '../../src/geometry/pose.ts'
import { quaternionFromYaw, yawOf } from '../../src/geometry/quaternion.ts'
import { fitCuboid } from '../../src/model/fit/fitCuboid.ts'
import type { FitInput, FitResult } from '../../src/model/fit/fitInput.ts'
import { drawnDrag, HANDS } from './handDrag.ts'
import { CAR, dragOver, headingErrorDeg, type Scene, type SceneOptions, scanCars } from './scene.ts'
import { median, scoreOf, streetTasks } from './street.ts'

function fitted(result: FitResult): Extract<FitResult, { cuboid: Cuboid }> {
  assert.ok('cuboid' in result, 'refused' in result ? result.refused.code : '')
  return result
}

const inputOf = ({ positions, sensorPosition }: Scene): FitInput => ({ positions, sensorPosition, classSize: CAR })

/** The first car of the scene, fitted under one drawn drag. */
function fitFirst(scene: Scene, extra: Partial<FitInput> = {}): { cuboid: Cuboid; iou: number; errorDeg: number } {
  const gesture = dragOver(scene.cars[0], createRandom(5))
  const { cuboid } = fitted(fitCuboid({ ...inputOf(scene), ...extra, gesture }))
  return { cuboid, iou: cuboidIou(cuboid, scene.cars[0]), errorDeg: headingErrorDeg(cuboid, scene.cars[0]) }
}

test('in demo streets one drawn drag makes the box of a car or pedestrian, its front where the hand went', () => {
  const tasks = streetTasks([1, 2, 3, 4], 3)
  const scores = tasks.map(scoreOf)
  const ious = (label: string): number[] => scores.filter((_, i) => tasks[i].truth.label === label).map((s) => s.iou)
  assert.ok(tasks.length >= 60, `${tasks.length} objects`)
  assert.ok(ious('pedestrian').length >= 3, `${ious('pedestrian').length} pedestrians`)
  assert.ok(median(scores.map((s) => s.iou)) >= 0.8, `median IoU ${median(scores.map((s) => s.iou))}`)
  assert.ok(median(ious('pedestrian')) >= 0.65, `median IoU of pedestrians ${median(ious('pedestrian'))}`)
  const right = scores.filter((s) => s.headingErrorDeg <= 10).length / scores.length
  assert.ok(right >= 0.95, `${right} of the headings within 10°`)
  assert.ok(Math.min(...scores.map((s) => s.iou)) > 0.4, 'no object is missed')
})

const views: [string, Parameters<typeof scanCars>[0], Partial<SceneOptions>][] = [
  ['at an angle', [{ x: 12, y: 6, yawDeg: 30 }], {}],
  ['straight ahead, only its rear seen', [{ x: 14, y: 0, yawDeg: 0 }], {}],
  ['straight beside, only its side seen', [{ x: 0, y: 9, yawDeg: 0 }], {}],
  ['coming towards the sensor', [{ x: 14, y: 2, yawDeg: 175 }], {}],
  ['on a slope of 5° upwards', [{ x: 12, y: 4, yawDeg: 20 }], { slopeDeg: 5 }],
  ['on a slope of 5° downwards', [{ x: -12, y: 4, yawDeg: 120 }], { slopeDeg: 5 }],
  ['a large origin away', [{ x: 12, y: 4, yawDeg: 20 }], { shift: { x: 691_000, y: 5_334_000, z: 519 } }],
  ['with few points', [{ x: 30, y: 6, yawDeg: 15 }], { beams: 24, azimuthStepDeg: 0.8 }],
]

for (const [view, places, options] of views) {
  test(`a car ${view} gets its box`, () => {
    const { iou, errorDeg } = fitFirst(scanCars(places, options))
    assert.ok(iou >= 0.75, `IoU ${iou}`)
    assert.ok(errorDeg <= 5, `${errorDeg}° off`)
  })
}

test('hurried drags over cars that stand alone become boxes that end where their points end', () => {
  const random = createRandom(3)
  const ious = Array.from({ length: 60 }, (_, k) => {
    const scene = scanCars([{ x: 12, y: 5, yawDeg: 6 * k }])
    const gesture = drawnDrag(scene.cars[0], HANDS[1], random)
    return cuboidIou(fitted(fitCuboid({ ...inputOf(scene), gesture })).cuboid, scene.cars[0])
  })
  assert.ok(median(ious) >= 0.83, `median IoU ${median(ious)}`)
})

test('a truck far beyond the last visible ground stands on the ground as it continues', () => {
  const random = createRandom(1)
  const ground = Array.from({ length: 4000 }, () => [random.between(3, 35), random.between(-9, 9), 0])
  const rear = Array.from({ length: 60 }, () => [106.5, random.between(-1.2, 1.2), random.between(1.2, 3)])
  const { cuboid } = fitted(
    fitCuboid({
      positions: Float64Array.from([...ground, ...rear].flat()),
      sensorPosition: { x: 0, y: 0, z: 1.8 },
      classSize: { length: 7, width: 2.5, height: 3 },
      gesture: { kind: 'drag', from: { x: 106.5, y: 0 }, to: { x: 113.5, y: 0 } },
    }),
  )
  const bottom = cuboid.position.z - cuboid.dimensions.height / 2
  assert.ok(Math.abs(bottom) < 0.3, `${bottom} m over the ground`)
})

test('each of three cars 0.6 m apart gets its own box', () => {
  const row = [-1, 0, 1].map((k) => ({ x: 10, y: 7 + k * (CAR.width + 0.6), yawDeg: 2 * k }))
  const queue = [0, 1, 2].map((k) => ({ x: 4 + k * (CAR.length + 0.6), y: 5, yawDeg: 0 }))
  for (const places of [row, queue]) {
    const scene = scanCars(places)
    for (const [i, car] of scene.cars.entries()) {
      const { cuboid } = fitted(fitCuboid({ ...inputOf(scene), gesture: dragOver(car, createRandom(i)) }))
      assert.ok(cuboidIou(cuboid, car) >= 0.7, `IoU ${cuboidIou(cuboid, car)} of car ${i}`)
    }
  }
})

test('the box stands on the ground, and the faces the sensor sees are at the points', () => {
  const scene = scanCars([{ x: 14, y: 0, yawDeg: 0 }], { slopeDeg: 3 })
  const { cuboid } = fitFirst(scene)
  const [car] = scene.cars
  const bottom = (box: Cuboid): number => box.position.z - box.dimensions.height / 2
  assert.ok(Math.abs(bottom(cuboid) - bottom(car)) < 0.08, `bottom ${bottom(cuboid) - bottom(car)} m off`)
  const rear = cuboid.position.x - (cuboid.dimensions.length / 2) * Math.cos(yawOf(cuboid.heading))
  assert.ok(Math.abs(rear - (14 - CAR.length / 2)) < 0.15, `rear at ${rear}`)
})

test('mirrors do not widen the box of a car', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30 }])
  const [car] = scene.cars
  const random = createRandom(4)
  const mirrors = [-1, 1].flatMap((side) =>
    Array.from({ length: 40 }, () => {
      const beside = side * (CAR.width / 2 + random.between(0.05, 0.2))
      const { x, y, z } = applyPose(car, { x: random.between(0.5, 0.7), y: beside, z: random.between(0.2, 0.4) })
      return [x, y, z]
    }),
  )
  const positions = Float64Array.from([...scene.positions, ...mirrors.flat()])
  const { cuboid } = fitFirst({ ...scene, positions })
  const without = fitFirst(scene).cuboid.dimensions.width
  assert.ok(cuboid.dimensions.width < without + 0.03, `${cuboid.dimensions.width - without} m wider`)
})

test('points without a place change nothing', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30 }])
  const holes = new Float64Array(scene.positions.length * 2)
  for (let i = 0; i < scene.positions.length; i += 3) {
    holes.set(scene.positions.subarray(i, i + 3), 2 * i)
    holes.set([[Number.NaN, 6, 1][(i / 3) % 3], Number.NaN, 1], 2 * i + 3)
  }
  const gesture = dragOver(scene.cars[0])
  assert.deepEqual(
    fitCuboid({ ...inputOf(scene), positions: holes, gesture }),
    fitCuboid({ ...inputOf(scene), gesture }),
  )
})

test('points in float32 give the box of the same points in float64', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30 }])
  const gesture = dragOver(scene.cars[0])
  const fine = fitted(fitCuboid({ ...inputOf(scene), gesture }))
  const coarse = fitted(fitCuboid({ ...inputOf(scene), positions: Float32Array.from(scene.positions), gesture }))
  assert.ok(cuboidIou(fine.cuboid, coarse.cuboid) > 0.99)
})

test('without a class the drag gives the length, and the points the width and height', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30, size: { length: 7, width: 2.2, height: 2.6 } }])
  const { iou } = fitFirst(scene, { classSize: null })
  assert.ok(iou >= 0.75, `IoU ${iou}`)
})

test('a click finds the box around; the front comes from the motion, or from the keyframe before', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30 }])
  const [car] = scene.cars
  const gesture = { kind: 'click', at: { x: car.position.x + 0.3, y: car.position.y - 0.2 } } as const
  const forwards = fitted(fitCuboid({ ...inputOf(scene), gesture, motionYawRad: 0.6 }))
  const backwards = fitted(fitCuboid({ ...inputOf(scene), gesture, motionYawRad: 0.6 + Math.PI }))
  const before = { ...car, heading: quaternionFromYaw(0.5 + Math.PI) }
  const followed = fitted(fitCuboid({ ...inputOf(scene), gesture, motionYawRad: 0.6, previous: before }))
  assert.ok(cuboidIou(forwards.cuboid, car) >= 0.8)
  assert.ok(headingErrorDeg(forwards.cuboid, car) <= 3)
  assert.ok(headingErrorDeg(backwards.cuboid, car) >= 177)
  assert.ok(headingErrorDeg(followed.cuboid, car) >= 177, 'the keyframe before counts more than the motion')
  assert.ok(forwards.reasons.every(({ code }) => code !== 'FRONT_GUESSED'))
  assert.deepEqual(fitted(fitCuboid({ ...inputOf(scene), gesture })).reasons.at(0), { code: 'FRONT_GUESSED' })
})

test('a rectangle drawn around finds the same box as a drag', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30 }])
  const corners = [
    { x: 9.2, y: 3.6 },
    { x: 14.8, y: 3.6 },
    { x: 14.8, y: 8.4 },
    { x: 9.2, y: 8.4 },
  ]
  const gesture = { kind: 'rectangle', corners } as const
  const { cuboid } = fitted(fitCuboid({ ...inputOf(scene), gesture, motionYawRad: 0.5 }))
  assert.ok(cuboidIou(cuboid, scene.cars[0]) >= 0.8, `IoU ${cuboidIou(cuboid, scene.cars[0])}`)
})

test('a drag over something much larger than its class gets what was drawn, not a refusal', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30, size: { length: 9, width: 2.5, height: 3 } }])
  const { cuboid } = fitted(fitCuboid({ ...inputOf(scene), gesture: dragOver(scene.cars[0]) }))
  assert.ok(Math.abs(cuboid.dimensions.length - 9) < 1, `${cuboid.dimensions.length} m long`)
})

test('faces that the sensor does not see are named, those it sees are not', () => {
  const scene = scanCars([{ x: 14, y: 0, yawDeg: 0 }])
  const { completed } = fitted(fitCuboid({ ...inputOf(scene), gesture: dragOver(scene.cars[0]) }))
  assert.deepEqual(completed, ['front'])
})

test('reflections below the road, trees above and a wall nearby leave the box unchanged', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30 }])
  const [car] = scene.cars
  const gesture = dragOver(car)
  const random = createRandom(8)
  const inCar = (along: number, across: number, z: number): number[] => {
    const { x, y } = applyPose(car, { x: along, y: across, z: 0 })
    return [x, y, z]
  }
  const many = (count: number, point: () => number[]): number[] => Array.from({ length: count }, point).flat()
  const mirrored = many(150, () => inCar(random.between(-5, 5), random.between(-5, 5), random.between(-2.5, -0.3)))
  const leaves = many(300, () => inCar(random.between(-1, 3), random.between(-1, 2), random.between(1.9, 3.5)))
  const wall = many(900, () => inCar(random.between(-5, 5), -1.35, random.between(0, 2)))
  for (const extra of [mirrored, leaves, wall, [...mirrored, ...leaves, ...wall]]) {
    const positions = Float64Array.from([...scene.positions, ...extra])
    const { cuboid } = fitted(fitCuboid({ ...inputOf(scene), positions, gesture }))
    assert.ok(cuboidIou(cuboid, car) >= 0.75, `IoU ${cuboidIou(cuboid, car)}`)
  }
})

test('where nothing stands a drag is refused, and a click with a class leaves a box of its size on the ground', () => {
  const scene = scanCars([{ x: 12, y: 6, yawDeg: 30 }])
  const empty = { x: 10, y: -10 }
  const gesture = { kind: 'drag', from: empty, to: { x: 14, y: -10 } } as const
  assert.deepEqual(fitCuboid({ ...inputOf(scene), gesture }), { refused: { code: 'NO_OBJECT' } })
  const click = { kind: 'click', at: empty } as const
  const { cuboid, reasons } = fitted(fitCuboid({ ...inputOf(scene), gesture: click }))
  assert.deepEqual(cuboid.dimensions, CAR)
  assert.ok(Math.abs(cuboid.position.z - CAR.height / 2) < 0.1)
  assert.deepEqual(reasons, [{ code: 'CLASS_SIZE' }])
  assert.ok('refused' in fitCuboid({ ...inputOf(scene), classSize: null, gesture: click }))
  assert.ok('refused' in fitCuboid({ ...inputOf(scene), positions: new Float32Array(), gesture: click }))
})

test('a drag of no length is refused', () => {
  const at = { x: 1, y: 1 }
  const gesture = { kind: 'drag', from: at, to: at } as const
  assert.ok('refused' in fitCuboid({ ...inputOf(scanCars([])), gesture }))
})
