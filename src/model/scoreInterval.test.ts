import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreInterval } from './scoreInterval.ts'

const near = (actual: number | undefined, expected: number) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 5e-5, `${actual} is not ${expected}`)

test('81 of 263 are between 0.2553 and 0.3662 (Newcombe 1998, method 3), none of 20 below 0.1611', () => {
  const many = scoreInterval(81 / 263, 263)
  near(many?.low, 0.2553)
  near(many?.high, 0.3662)
  const none = scoreInterval(0, 20)
  near(none?.low, 0)
  near(none?.high, 0.1611)
})

test('fewer scores say less, no score nothing', () => {
  const [few, many] = [scoreInterval(0.9, 5), scoreInterval(0.9, 500)]
  assert.ok(few && many && few.low < many.low && few.high > many.high)
  assert.equal(scoreInterval(0, 0), null)
  assert.deepEqual(scoreInterval(1, 1)?.high, 1)
})
