import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cuboid, cuboidCorners } from '../../geometry/cuboid.ts'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import { withSizeKept, withSizeSeenFrom } from './keptSize.ts'

const BUS: Cuboid = {
  position: { x: 20, y: 5, z: 1.5 },
  heading: quaternionFromYaw(0),
  dimensions: { length: 10, width: 2.5, height: 3 },
}
const LARGER = { length: 12, width: 3, height: 3.2 }
const spanOf = (cuboid: Cuboid, axis: 'x' | 'y' | 'z') => {
  const values = cuboidCorners(cuboid).map((corner) => Math.round(corner[axis] * 1e6) / 1e6)
  return [Math.min(...values), Math.max(...values)]
}

test('the faces that points show and the bottom stay where they are when the size is another one', () => {
  const kept = withSizeKept(BUS, LARGER, ['front', 'left', 'top'])
  assert.deepEqual(
    [spanOf(kept, 'x'), spanOf(kept, 'y'), spanOf(kept, 'z')],
    [
      [15, 27],
      [3.75, 6.75],
      [0, 3.2],
    ],
  )
  assert.deepEqual(spanOf(withSizeKept(BUS, LARGER, []), 'x'), [14, 26], 'both ends are seen: about the middle')
})

test('in other frames the faces towards the sensor stay', () => {
  const kept = withSizeSeenFrom(BUS, LARGER, { x: 0, y: 0, z: 1.8 })
  assert.deepEqual(
    [spanOf(kept, 'x'), spanOf(kept, 'y'), spanOf(kept, 'z')],
    [
      [15, 27],
      [3.75, 6.75],
      [0, 3.2],
    ],
  )
  assert.deepEqual(spanOf(withSizeSeenFrom(BUS, LARGER, { x: 20, y: 0, z: 2 }), 'x'), [14, 26])
})
