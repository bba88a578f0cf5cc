import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { quaternionFromAxisAngle } from '../../../geometry/quaternion.ts'
import { type PointGrid, pointGridOf, pointsNear } from './pointGrid.ts'
import { relativeFromChunk, transformPoint } from './relativeMatrix.ts'

/** Dense around zero, as a lidar sees; some far out, some missing. */
const coordinate = fc.oneof(
  fc.double({ min: -60, max: 60, noNaN: true }),
  fc.double({ min: -5000, max: 5000, noNaN: true }),
  fc.constant(Number.NaN),
)
const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 200 })
const unit = fc.double({ min: -1, max: 1, noNaN: true })
const turned = fc.tuple(
  unit,
  unit,
  fc.double({ min: 0.1, max: 1, noNaN: true }),
  fc.double({ min: -3, max: 3, noNaN: true }),
)

const sortedPoints = (flat: ArrayLike<number>) =>
  Array.from({ length: flat.length / 3 }, (_, i) => `${flat[3 * i]} ${flat[3 * i + 1]} ${flat[3 * i + 2]}`).sort()

test('what the grid finds around a place is what walking all points finds, whichever way the cloud is turned', () => {
  fc.assert(
    fc.property(
      points,
      turned,
      coordinate,
      coordinate,
      fc.double({ min: 0.5, max: 80, noNaN: true }),
      (cloud, axis, cx, cy, radiusM) => {
        const positions = Float32Array.from(cloud.flat())
        const heading = quaternionFromAxisAngle({ x: axis[0], y: axis[1], z: axis[2] }, axis[3])
        const zero = { x: 0, y: 0, z: 0 }
        const m = relativeFromChunk(zero, { position: { x: 3, y: -8, z: 2 }, heading }, zero)
        const centre = { x: Number.isNaN(cx) ? 0 : cx, y: Number.isNaN(cy) ? 0 : cy }
        const expected = cloud.flatMap((_, i) => {
          const { x, y, z } = transformPoint(m, {
            x: positions[3 * i],
            y: positions[3 * i + 1],
            z: positions[3 * i + 2],
          })
          return (x - centre.x) ** 2 + (y - centre.y) ** 2 <= radiusM * radiusM ? [x, y, z] : []
        })
        const found = pointsNear([{ positions, grid: pointGridOf(positions), relativeFromChunk: m }], centre, radiusM)
        assert.deepEqual(sortedPoints(found), sortedPoints(Float32Array.from(expected)))
      },
    ),
  )
})

test('of a million points only those near a place are looked at', () => {
  const side = 1000
  const positions = new Float32Array(3 * side * side)
  for (let i = 0; i < side * side; i++) {
    positions[3 * i] = (i % side) / 5 - 100
    positions[3 * i + 1] = Math.floor(i / side) / 5 - 100
  }
  const grid = pointGridOf(positions)
  let looked = 0
  const order = new Proxy(grid.order, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looked++
      return Reflect.get(target, key)
    },
  })
  const watched: PointGrid = { ...grid, order }
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  const found = pointsNear([{ positions, grid: watched, relativeFromChunk: identity }], { x: 30, y: -20 }, 12)
  const near = found.length / 3
  assert.ok(Math.abs(near - Math.PI * 12 * 12 * 25) < 200, `${near} points`)
  assert.ok(looked < 2.2 * near, `${looked} looked at for ${near}`)
})
