import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { cuboidIou } from '../../src/geometry/cuboidIou.ts'
import type { Vec3 } from '../../src/geometry/vec3.ts'
import { refitCuboid } from '../../src/model/fit/fitCuboid.ts'
import type { FitResult } from '../../src/model/fit/fitInput.ts'
import { CAR, type Scene, scanCars } from './scene.ts'

/** Longer than its class: from behind alone nobody can see that. */
const LONG = { length: 5.4, width: 1.9, height: 1.6 }

/** The parked car as the sensor sees it when it has driven on by `x`, in the coordinates of the first frame. */
function seenFrom(x: number): Scene {
  const scene = scanCars([{ x: 14 - x, y: -1, yawDeg: 0, size: LONG }], { beams: 32 })
  const moved = ({ x: at, y, z }: Vec3): Vec3 => ({ x: at + x, y, z })
  return {
    positions: scene.positions.map((value, i) => (i % 3 === 0 ? value + x : value)),
    sensorPosition: moved(scene.sensorPosition),
    cars: scene.cars.map((car) => ({ ...car, position: moved(car.position) })),
  }
}

function cuboidOf(result: FitResult): Extract<FitResult, { cuboid: Cuboid }> {
  assert.ok('cuboid' in result, 'refused' in result ? result.refused.code : '')
  return result
}

test('a stationary object is fitted to the points of all frames: what one view hides another shows', () => {
  const [first, ...later] = [0, 28].map(seenFrom)
  const [car] = first.cars
  const rough: Cuboid = { ...car, dimensions: CAR, position: { ...car.position, x: car.position.x - 0.5 } }
  const one = cuboidOf(refitCuboid('all', rough, { ...first, classSize: CAR }))
  const all = cuboidOf(
    refitCuboid('all', rough, {
      positions: Float64Array.from([first, ...later].flatMap(({ positions }) => [...positions])),
      sensorPosition: first.sensorPosition,
      otherSensors: later.map(({ sensorPosition }) => sensorPosition),
      classSize: CAR,
    }),
  )
  assert.ok(one.completed.includes('front'), 'from behind the front is not seen')
  assert.ok(!all.completed.includes('front') && !all.completed.includes('back'), `completed: ${all.completed}`)
  assert.ok(cuboidIou(all.cuboid, car) > 0.8, `IoU ${cuboidIou(all.cuboid, car)}`)
  assert.ok(cuboidIou(all.cuboid, car) > cuboidIou(one.cuboid, car) + 0.03, `IoU ${cuboidIou(one.cuboid, car)} of one`)
})
