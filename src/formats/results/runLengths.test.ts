import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { decodeMask, encodeMask, runsArea, runsBounds } from './runLengths.ts'

const mask = fc
  .record({ heightPx: fc.integer({ min: 1, max: 9 }), widthPx: fc.integer({ min: 1, max: 9 }) })
  .chain(({ heightPx, widthPx }) =>
    fc.record({
      heightPx: fc.constant(heightPx),
      widthPx: fc.constant(widthPx),
      pixels: fc.uint8Array({ min: 0, max: 1, minLength: heightPx * widthPx, maxLength: heightPx * widthPx }),
    }),
  )

test('a mask comes back from its run lengths pixel by pixel', () => {
  fc.assert(
    fc.property(mask, ({ heightPx, widthPx, pixels }) => {
      assert.deepEqual(decodeMask(encodeMask(pixels, heightPx, widthPx)), pixels)
    }),
  )
})

test('area and bounds of run lengths are those of the pixels', () => {
  fc.assert(
    fc.property(mask, ({ heightPx, widthPx, pixels }) => {
      const runs = encodeMask(pixels, heightPx, widthPx)
      const set = [...pixels.keys()]
        .filter((i) => pixels[i])
        .map((i) => ({ x: i % widthPx, y: Math.floor(i / widthPx) }))
      assert.equal(runsArea(runs), set.length)
      const xs = set.map((p) => p.x)
      const ys = set.map((p) => p.y)
      const bounds = {
        left: Math.min(...xs),
        top: Math.min(...ys),
        right: Math.max(...xs) + 1,
        bottom: Math.max(...ys) + 1,
      }
      assert.deepEqual(runsBounds(runs), set.length ? bounds : null)
    }),
  )
})

test('runs go down the columns and begin with background, as COCO has them', () => {
  // 2 rows of 3: the first pixel of the first row and the whole last column are foreground.
  const pixels = Uint8Array.of(1, 0, 1, 0, 0, 1)
  assert.deepEqual(encodeMask(pixels, 2, 3).counts, [0, 1, 3, 2])
})
