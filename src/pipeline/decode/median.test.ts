import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { medianOf } from './median.ts'

test('the median is the middle of the sorted values', () => {
  const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -3, max: 3 }))
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (values) => {
      const sorted = values.toSorted((a, b) => a - b)
      const [lower, upper] = [sorted[(values.length - 1) >>> 1], sorted[values.length >>> 1]]
      const expected = values.length % 2 === 1 ? upper : lower / 2 + upper / 2
      assert.equal(medianOf(Float64Array.from(values)) + 0, expected + 0)
    }),
  )
})

test('sorted, reversed and equal values take no quadratic time', () => {
  const count = 300_000
  assert.equal(medianOf(Float64Array.from({ length: count + 1 }, (_, i) => i)), count / 2)
  assert.equal(medianOf(Float64Array.from({ length: count + 1 }, (_, i) => count - i)), count / 2)
  assert.equal(medianOf(new Float64Array(count).fill(7)), 7)
  assert.ok(Number.isNaN(medianOf(new Float64Array(0))))
})
