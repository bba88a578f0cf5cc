import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { retryDelayMs } from './schedule.ts'

const HOUR_MS = 3_600_000
const SCHEDULE_MS = [0, 5000, 300_000, 5 * HOUR_MS]

test('the first retry comes after the second entry, give or take a tenth', () => {
  assert.equal(retryDelayMs(SCHEDULE_MS, 1, null, 0.5), 5000)
  assert.equal(retryDelayMs(SCHEDULE_MS, 1, null, 0), 4500)
  assert.equal(retryDelayMs(SCHEDULE_MS, 1, null, 1), 5500)
})

test('after the last entry there is no further attempt, even if Retry-After asks for one', () => {
  assert.equal(retryDelayMs(SCHEDULE_MS, 4, null, 0.5), null)
  assert.equal(retryDelayMs(SCHEDULE_MS, 4, 1000, 0.5), null)
})

test('Retry-After lengthens a delay up to an hour, or twice a long one', () => {
  assert.equal(retryDelayMs(SCHEDULE_MS, 1, 60_000, 0.5), 60_000)
  assert.equal(retryDelayMs(SCHEDULE_MS, 1, 48 * HOUR_MS, 0.5), HOUR_MS)
  assert.equal(retryDelayMs(SCHEDULE_MS, 3, 48 * HOUR_MS, 0.5), 10 * HOUR_MS)
})

test('Retry-After never makes an attempt come earlier than scheduled', () => {
  const attempts = fc.integer({ min: 1, max: 3 })
  fc.assert(
    fc.property(attempts, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (made, retryAfterMs, random) => {
      const plain = retryDelayMs(SCHEDULE_MS, made, null, random)!
      assert.ok(retryDelayMs(SCHEDULE_MS, made, retryAfterMs, random)! >= plain)
    }),
  )
})
