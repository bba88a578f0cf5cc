import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxTrack } from '../testTracks.ts'
import { withEarlierValues } from './earlierValues.ts'

const BOX = {
  position: { x: 0, y: 0, z: 0 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1.5 },
}

test('an object that is carried to earlier frames keeps its values there', () => {
  const made = boxTrack('a', 'car', 5, BOX)
  assert.ok(made.cuboid)
  const attributes = new Map([
    ['occlusion', [{ frame: 5, value: 'none' }]],
    ['state', [{ frame: 2, value: 'parked' }]],
    ['later', [{ frame: 7, value: 'yes' }]],
  ])
  const carried = withEarlierValues({ ...made, cuboid: { ...made.cuboid, attributes } }, 5, 3)
  assert.deepEqual(carried.cuboid?.attributes.get('occlusion'), [{ frame: 3, value: 'none' }])
  assert.deepEqual(carried.cuboid?.attributes.get('state'), [{ frame: 2, value: 'parked' }])
  assert.deepEqual(carried.cuboid?.attributes.get('later'), [{ frame: 7, value: 'yes' }])
  assert.equal(withEarlierValues(made, 3, 5), made, 'onwards nothing has to be said')
})
