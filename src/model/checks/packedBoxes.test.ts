import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packBoxes, unpackBoxes } from './packedBoxes.ts'
import type { AskedBox } from './trackEvidence.ts'

test('boxes are the same on another thread, to the last bit', () => {
  const boxes: AskedBox[] = [1, 2, 3].map((n) => ({
    trackId: `car ${n}`,
    cuboid: {
      position: { x: n / 3, y: -1e8 / n, z: 0.1 * n },
      heading: { w: Math.cos(n / 7), x: 0, y: n * 1e-17, z: Math.sin(n / 7) },
      dimensions: { length: n * 1.1, width: n, height: n / 9 },
    },
    isCountAsked: n !== 2,
    isHeightAsked: n !== 3,
  }))
  const trackIds = ['car 3', 'tree', 'car 1', 'car 2']
  const packed = packBoxes(boxes, new Map(trackIds.map((id, place) => [id, place])))
  assert.deepEqual(unpackBoxes(structuredClone(packed), trackIds), boxes)
  assert.deepEqual(unpackBoxes(packBoxes([], new Map()), []), [])
})
