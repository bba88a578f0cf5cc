import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayPercentile, delayStep } from './delaySteps.ts'

/** Counts as they are kept, several of one step apart. */
const counted = (delays: readonly number[]) => delays.map((ms) => ({ step: delayStep(ms), delivered: 1 }))

test('a percentile of counted delays is right to 5 %, from a second to days', () => {
  // By a multiplicative hash: spread evenly over the logarithm.
  const delays = Array.from({ length: 2000 }, (_, i) => 10 ** (3 + 5 * (((i * 2654435761) % 4294967296) / 4294967296)))
  const sorted = delays.toSorted((a, b) => a - b)
  for (const share of [0.01, 0.5, 0.9, 0.95, 1]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1]
    const ratio = (delayPercentile(counted(delays), share) ?? 0) / exact
    assert.ok(Math.abs(ratio - 1) < 0.05, `${share}: ${ratio}`)
  }
})

test('no deliveries have no percentile, and a single delay is every percentile', () => {
  assert.equal(delayPercentile([], 0.5), null)
  for (const ms of [0, 1, 250]) {
    const one = delayPercentile(counted([ms]), 0.95) ?? Number.NaN
    assert.ok(one <= Math.max(1, ms * 1.05) && one >= ms * 0.95, `${ms}: ${one}`)
  }
})
