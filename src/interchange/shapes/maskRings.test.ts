import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { encodeMask } from '../../formats/results/runLengths.ts'
import { maskRings } from '../../geometry/maskRings.ts'
import { rasterizeRings } from '../../geometry/rasterizeRings.ts'

test('the rings of a mask, filled again, are the mask', () => {
  const pixels = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
    .chain(([w, h]) =>
      fc.tuple(fc.constant(w), fc.constant(h), fc.array(fc.boolean(), { minLength: w * h, maxLength: w * h })),
    )
  fc.assert(
    fc.property(pixels, ([widthPx, heightPx, given]) => {
      const { counts } = encodeMask(Uint8Array.from(given, Number), heightPx, widthPx)
      const filled = rasterizeRings(maskRings(counts, heightPx), { widthPx, heightPx })
      assert.deepEqual(trimmed(filled), trimmed(counts))
    }),
    { numRuns: 500 },
  )
})

/** A last run of nothing may be written or left out. */
const trimmed = (counts: readonly number[]) => (counts.at(-1) === 0 ? counts.slice(0, -1) : [...counts])

test('a mask with a hole has two rings, the outer one first clockwise', () => {
  const rows = ['#####', '#...#', '#####']
  const pixels = Uint8Array.from([...rows.join('')].map((pixel) => Number(pixel === '#')))
  const rings = maskRings(encodeMask(pixels, 3, 5).counts, 3)
  assert.deepEqual(
    rings.map((ring) => ring.length),
    [4, 4],
  )
})
