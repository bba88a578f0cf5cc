import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { estimateOf, quantile } from './estimate.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const days = (to: Date | null | undefined) => to && (to.getTime() - NOW.getTime()) / 86_400_000

test('jobs left by the mean of the days since the first completion', () => {
  assert.equal(estimateOf(10, [0, 0, 0], NOW), null)
  assert.equal(days(estimateOf(10, [0, 0, 5, 5], NOW)?.at), 2)
  const uneven = estimateOf(12, [0, 2, 4, 6], NOW)
  assert.equal(days(uneven?.at), 3)
  assert.ok(Number(days(uneven?.low)) < 3 && Number(days(uneven?.high)) > 3)
  assert.equal(estimateOf(5, [1, 0, 0, 0, 0], NOW)?.high, null)
  assert.equal(days(estimateOf(0, [3], NOW)?.at), 0)
})

test('the estimate stands within its span, and quantiles within the values', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 7 }), fc.nat(1000), (counts, left) => {
      const found = estimateOf(left, counts, NOW)
      if (!found) return counts.every((count) => count === 0)
      return found.low <= found.at && (found.high === null || found.at <= found.high || quantile(counts, 0.1) > 0)
    }),
  )
  assert.deepEqual([quantile([1, 2, 3], 0.5), quantile([4], 0.9), quantile([0, 10], 0.9)], [2, 4, 9])
})
