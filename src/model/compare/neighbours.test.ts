import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import type { PreparedShape } from '../shapes/preparedShape.ts'
import { DEFAULT_COMPARE_OPTIONS } from './compareOptions.ts'
import { forEachNeighbour } from './neighbours.ts'

const length = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(0.5, 40, 1e6))
const place = fc.oneof(fc.integer({ min: -8, max: 8 }), fc.double({ min: -1e7, max: 1e7, noNaN: true }))
const item = fc.tuple(place, place, length, length).map(([left, top, width, height]) => {
  const extent = { left, top, right: left + width, bottom: top + height }
  return { outline: { kind: 'box', extent } satisfies PreparedShape }
})
type Item = { outline: PreparedShape }

/** Each with each. */
function allNeighbours(as: readonly Item[], bs: readonly Item[]): [number, number][] {
  const sorted = bs.toSorted((one, other) => one.outline.extent.left - other.outline.extent.left)
  return as.flatMap(({ outline: { extent: p } }, i) =>
    sorted.flatMap((b): [number, number][] => {
      const q = b.outline.extent
      const meets = p.left <= q.right && q.left <= p.right && p.top <= q.bottom && q.top <= p.bottom
      return meets ? [[i, bs.indexOf(b)]] : []
    }),
  )
}

test('neighbours are those that looking at each with each finds, in the same order, however large and far apart', () => {
  const few = fc.array(item, { maxLength: 30 })
  fc.assert(
    fc.property(few, few, (as, bs) => {
      const found: [number, number][] = []
      forEachNeighbour(as, bs, DEFAULT_COMPARE_OPTIONS, (a, b) => found.push([as.indexOf(a), bs.indexOf(b)]))
      assert.deepEqual(found, allNeighbours(as, bs))
    }),
  )
})
