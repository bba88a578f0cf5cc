import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { encodeMask } from '../../../formats/results/runLengths.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { draggedHandle, handlesOf } from './handles.ts'
import { hitShape } from './hit.ts'
import { maskHas } from './kinds/mask.ts'
import { areaOf, boundsOfShape } from './outline.ts'
import { translated } from './transform.ts'

const IMAGE = { widthPx: 400, heightPx: 200 }
const unit = fc.double({ min: 0.05, max: 0.95, noNaN: true })

const anyTurned: fc.Arbitrary<FlatShape> = fc
  .record({
    x: unit,
    y: unit,
    widthPx: fc.double({ min: 4, max: 200, noNaN: true }),
    heightPx: fc.double({ min: 4, max: 200, noNaN: true }),
    rotationRad: fc.double({ min: -3.1, max: 3.1, noNaN: true }),
  })
  .map(({ x, y, ...size }) => ({ type: 'rotated_rectangle', center: { x, y }, ...size }))

test('a handle that is released where it was leaves the shape unchanged', () => {
  fc.assert(
    fc.property(anyTurned, (shape) => {
      for (const handle of handlesOf(shape, IMAGE, 20)) {
        const same = draggedHandle(shape, handle, handle.at, IMAGE)
        assert.ok(same.type === 'rotated_rectangle' && shape.type === 'rotated_rectangle')
        for (const name of ['widthPx', 'heightPx'] as const) assert.ok(Math.abs(same[name] - shape[name]) < 1e-6)
        assert.ok(Math.abs(Math.sin(same.rotationRad - shape.rotationRad)) < 1e-6)
        assert.ok(Math.abs(same.center.x - shape.center.x) < 1e-9 && Math.abs(same.center.y - shape.center.y) < 1e-9)
      }
    }),
  )
})

test('resizing a rotated box leaves the opposite corner where it is', () => {
  fc.assert(
    fc.property(anyTurned, fc.integer({ min: 0, max: 7 }), unit, unit, (shape, index, x, y) => {
      const sides = handlesOf(shape, IMAGE, 20).filter((handle) => handle.kind === 'side')
      const handle = sides[index]
      const opposite = sides.find(({ fx, fy }) => fx === -handle.fx && fy === -handle.fy)!
      const resized = draggedHandle(shape, handle, { x: x * 400, y: y * 200 }, IMAGE)
      const after = handlesOf(resized, IMAGE, 20).filter((other) => other.kind === 'side')
      const held = after.find(({ fx, fy }) => fx === opposite.fx && fy === opposite.fy)!
      assert.ok(Math.hypot(held.at.x - opposite.at.x, held.at.y - opposite.at.y) < 1e-6)
    }),
  )
})

test('a hole is outside, and its area is taken off', () => {
  const square = (from: number, to: number) => [
    { x: from, y: from },
    { x: to, y: from },
    { x: to, y: to },
    { x: from, y: to },
  ]
  const shape: FlatShape = { type: 'polygon', rings: [square(0.1, 0.9), square(0.4, 0.6)] }
  assert.equal(hitShape(shape, IMAGE, { x: 200, y: 100 }, 2), null)
  assert.equal(hitShape(shape, IMAGE, { x: 100, y: 100 }, 2)?.on, 'inside')
  assert.equal(hitShape(shape, IMAGE, { x: 161, y: 100 }, 2)?.on, 'border')
  assert.ok(Math.abs(areaOf(shape, IMAGE) - (320 * 160 - 80 * 40)) < 1e-6)
})

test('a mask is hit at its pixels alone, and moves by whole ones', () => {
  const pixels = new Uint8Array(40 * 20)
  pixels[5 * 40 + 7] = 1
  pixels[6 * 40 + 7] = 1
  const mask = { type: 'mask', ...encodeMask(pixels, 20, 40) } as const
  assert.ok(maskHas(mask, { x: 7.5, y: 5.2 }) && maskHas(mask, { x: 7.1, y: 6.9 }))
  assert.ok(!maskHas(mask, { x: 7.5, y: 7.2 }) && !maskHas(mask, { x: 6.9, y: 5.5 }) && !maskHas(mask, { x: -1, y: 5 }))
  const moved = translated(mask, { x: 3.4, y: -2 }, { widthPx: 40, heightPx: 20 })
  assert.deepEqual(boundsOfShape(moved, { widthPx: 40, heightPx: 20 }), { left: 10, top: 3, right: 11, bottom: 5 })
  assert.ok(moved.type === 'mask' && moved.counts.reduce((a, b) => a + b) === 800)
})
