import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { quaternionFromAxisAngle } from '../../geometry/quaternion.ts'
import { pointsNear } from './pointsNear.ts'
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

test('points near a place are those within the radius over the ground, whichever way the cloud is turned', () => {
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
        const found = pointsNear([{ positions, relativeFromChunk: m }], centre, radiusM)
        assert.deepEqual(sortedPoints(found), sortedPoints(Float32Array.from(expected)))
      },
    ),
  )
})

test('many points near a place are all found, of one cloud after the other', () => {
  const positions = new Float32Array(3 * 10_000).map((_, i) => i % 3)
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  const clouds = [identity, identity].map((relativeFromChunk) => ({ positions, relativeFromChunk }))
  const found = pointsNear(clouds, { x: 0, y: 0 }, 2)
  assert.deepEqual(found, Float32Array.from([...positions, ...positions]))
})
