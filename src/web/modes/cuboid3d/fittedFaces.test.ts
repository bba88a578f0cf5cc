import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgesOf } from '../../view3d/boxView.ts'
import { FittedFaces } from './fittedFaces.ts'

const box = {
  position: { x: 1, y: 2, z: 3 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1.5 },
}

test('completed faces are reported for the fitted box, in its frame, until it is changed', () => {
  const faces = new FittedFaces()
  assert.deepEqual(faces.completedOf(0, box), [])
  faces.set(0, box, ['left', 'top'])
  const rounded = { ...box, position: { ...box.position, x: 1 + 1e-9 } }
  assert.deepEqual(faces.completedOf(0, rounded), ['left', 'top'])
  assert.deepEqual(faces.completedOf(1, box), [])
  assert.deepEqual(faces.completedOf(0, { ...box, dimensions: { ...box.dimensions, width: 2.1 } }), [])
})

test('each small view names the faces at its right, lower, left and upper edge', () => {
  assert.deepEqual(edgesOf('top'), ['right', 'back', 'left', 'front'])
  assert.deepEqual(edgesOf('side'), ['front', 'bottom', 'back', 'top'])
  assert.deepEqual(edgesOf('rear'), ['right', 'bottom', 'left', 'top'])
})
