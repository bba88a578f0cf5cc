import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlatShape } from '../../../model/document/shape.ts'
import { numbersOf } from './shapeNumbers.ts'

const IMAGE = { widthPx: 400, heightPx: 200 }
const read = (shape: FlatShape) => numbersOf(shape, IMAGE).map(({ label, value }) => [label, Math.round(value)])
const typed = (shape: FlatShape, label: string, value: number) =>
  numbersOf(shape, IMAGE)
    .find((number) => number.label === label)!
    .changed(value)

test('a box is shown and typed in pixels, and stays inside the image', () => {
  const shape: FlatShape = { type: 'rectangle', left: 0.1, top: 0.1, right: 0.5, bottom: 0.6 }
  assert.deepEqual(read(shape), [
    ['shape.left', 40],
    ['shape.top', 20],
    ['shape.width', 160],
    ['shape.height', 100],
  ])
  assert.deepEqual(read(typed(shape, 'shape.width', 200)!), [
    ['shape.left', 40],
    ['shape.top', 20],
    ['shape.width', 200],
    ['shape.height', 100],
  ])
  assert.deepEqual(read(typed(shape, 'shape.left', 900)!), [
    ['shape.left', 240],
    ['shape.top', 20],
    ['shape.width', 160],
    ['shape.height', 100],
  ])
  assert.equal(typed(shape, 'shape.height', 0), null)
})

test('angles are typed in degrees, within half a turn', () => {
  const shape: FlatShape = { type: 'ellipse', center: { x: 0.5, y: 0.5 }, radiusXPx: 20, radiusYPx: 10, rotationRad: 0 }
  const turned = typed(shape, 'shape.angle', 270)!
  assert.deepEqual(read(turned), [
    ['shape.centerX', 200],
    ['shape.centerY', 100],
    ['shape.radiusX', 20],
    ['shape.radiusY', 10],
    ['shape.angle', -90],
  ])
})
