import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlatShape } from '../../../model/document/shape.ts'
import { boundsOfShape } from './outline.ts'
import { tagAnchor } from './tagAnchor.ts'

const IMAGE = { widthPx: 100, heightPx: 100 }
const anchorOf = (shape: FlatShape) => tagAnchor(shape, boundsOfShape(shape, IMAGE), IMAGE)

test('the name of a slanted polygon stands at its highest corner, not at that of its bounds', () => {
  const ring = [{ x: 0.1, y: 0.9 }, { x: 0.8, y: 0.2 }, { x: 0.9, y: 0.9 }] // biome-ignore format: a triangle
  assert.deepEqual(anchorOf({ type: 'polygon', rings: [ring] }), { x: 80, y: 20 })
})

test('that of a level top begins at its left', () => {
  const points = [{ x: 0.7, y: 0.2 }, { x: 0.3, y: 0.2 }, { x: 0.1, y: 0.9 }] // biome-ignore format: a line
  assert.deepEqual(anchorOf({ type: 'line', points }), { x: 30, y: 20 })
  assert.deepEqual(anchorOf({ type: 'rectangle', left: 0.1, top: 0.2, right: 0.5, bottom: 0.6 }), { x: 10, y: 20 })
})
