import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDocument } from '../document.ts'
import { applyEdits } from '../operations/operations.ts'
import { boxTrack } from '../testTracks.ts'
import { reordered } from './reordered.ts'

const cuboid = {
  position: { x: 0, y: 0, z: 0 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1 },
}
const tracks = new Map(['a', 'b', 'c', 'd'].map((id) => [id, boxTrack(id, 'car', 0, cuboid)]))
const document = { ...emptyDocument('cuboid3d', 1), tracks }
const orderAfter = (ids: string[], to: 'front' | 'back') =>
  [...applyEdits(document, reordered(document, new Set(ids), to)).tracks.keys()].join('')

test('objects move to the front or back and keep their order', () => {
  assert.equal(orderAfter(['a', 'c'], 'front'), 'bdac')
  assert.equal(orderAfter(['b', 'd'], 'back'), 'bdac')
})

test('an existing order stays, without a step of undo', () => {
  assert.deepEqual(reordered(document, new Set(['c', 'd']), 'front'), [])
  assert.deepEqual(reordered(document, new Set(['a']), 'back'), [])
})
