import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { broadsideYaw } from './broadside.ts'

const SENSOR = { x: 0, y: 0, z: 0 }
const DEGREE = Math.PI / 180

/** 10 m long and 3 m high. @param yawRad its direction */
function wall(middle: { x: number; y: number }, yawRad: number): Vec3[] {
  const points: Vec3[] = []
  for (let along = -5; along <= 5; along += 0.25) {
    for (let z = -1; z <= 2; z += 0.5) {
      points.push({ x: middle.x + along * Math.cos(yawRad), y: middle.y + along * Math.sin(yawRad), z })
    }
  }
  return points
}

test('a wall that is seen along itself is looked at aslant, from the side that the sensor saw', () => {
  const angle = fc.double({ min: -3, max: 3, noNaN: true })
  fc.assert(
    fc.property(angle, angle, fc.boolean(), (wallYaw, offRad, isLeft) => {
      // Ten metres beside the sensor.
      const side = isLeft ? 1 : -1
      const middle = { x: -side * 10 * Math.sin(wallYaw), y: side * 10 * Math.cos(wallYaw) }
      const before = wallYaw + offRad
      const after = broadsideYaw(wall(middle, wallYaw), before, SENSOR)
      const seen = Math.abs(Math.sin(after - wallYaw))
      assert.ok(seen >= Math.sin(35 * DEGREE) - 1e-9, `${seen}`)
      if (Math.abs(Math.sin(offRad)) >= Math.sin(35 * DEGREE) + 1e-9) assert.equal(after, before)
      else {
        // The viewer stands behind where they look from: on the sensor's side of the wall.
        const eye = { x: middle.x - 10 * Math.cos(after), y: middle.y - 10 * Math.sin(after) }
        const across = (p: { x: number; y: number }) =>
          (p.y - middle.y) * Math.cos(wallYaw) - (p.x - middle.x) * Math.sin(wallYaw)
        assert.equal(Math.sign(across(eye)), Math.sign(across(SENSOR)))
        assert.ok(Math.abs(after - before) <= 156 * DEGREE)
      }
    }),
  )
})

test('points that are not an upright plane are viewed from the current direction', () => {
  const flat = wall({ x: 10, y: 0 }, 0).map(({ x }) => ({ x, y: 0.01 * Math.sin(x), z: 0 }))
  const block = wall({ x: 10, y: 0 }, 0).flatMap((point) => [point, { ...point, y: 5 }, { ...point, y: -5 }])
  for (const points of [flat, block, [], [SENSOR]]) assert.equal(broadsideYaw(points, 0.1, SENSOR), 0.1)
})
