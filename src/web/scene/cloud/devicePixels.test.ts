import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { canvasPart, devicePlace } from './devicePixels.ts'

const place = fc.double({ min: 0, max: 2000, noNaN: true })
const length = fc.double({ min: 3, max: 2000, noNaN: true })
const box = fc
  .tuple(place, place, length, length)
  .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }))

test('a place in a view is drawn where CSS has it, wherever the view is on its canvas', () => {
  fc.assert(
    fc.property(box, box, fc.constantFrom(1, 1.25, 1.5, 2, 3), place, place, (outer, part, ratio, u, v) => {
      const canvas = devicePlace(outer, ratio)
      const pixels = Math.min(ratio, 2) / ratio
      const size = { width: Math.round(canvas.width * pixels), height: Math.round(canvas.height * pixels) }
      const { x, y, width, height, clipFromExact: m } = canvasPart(part, canvas, size, ratio)
      for (const whole of [x, y, width, height]) assert.ok(Number.isInteger(whole))
      const [exactX, exactY] = [(2 * u) / 2000 - 1, 1 - (2 * v) / 2000]
      const column = x + ((m[0] * exactX + m[12] + 1) / 2) * width
      const row = y + ((m[5] * exactY + m[13] + 1) / 2) * height
      // Back to CSS pixels of the page.
      const cssX = (canvas.left + (column * canvas.width) / size.width) / ratio
      const cssY = (canvas.top + canvas.height - (row * canvas.height) / size.height) / ratio
      assert.ok(Math.abs(cssX - (part.left + ((part.right - part.left) * u) / 2000)) < 1e-6)
      assert.ok(Math.abs(cssY - (part.top + ((part.bottom - part.top) * v) / 2000)) < 1e-6)
    }),
  )
})

test('views that touch share no pixel and leave none between them', () => {
  const canvas = devicePlace({ left: 0.4, top: 0.4, right: 1000.4, bottom: 500.4 }, 1)
  const left = canvasPart({ left: 0.4, top: 0.4, right: 333.7, bottom: 500.4 }, canvas, canvas, 1)
  const right = canvasPart({ left: 333.7, top: 0.4, right: 1000.4, bottom: 500.4 }, canvas, canvas, 1)
  assert.equal(left.x + left.width, right.x)
  assert.equal(right.x + right.width, canvas.width)
})
