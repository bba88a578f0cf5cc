import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { ApiError } from './apiError.ts'
import { RateLimit } from './rateLimit.ts'

function refusal(limit: RateLimit, key: string, nowMs: number): ApiError | null {
  try {
    limit.take(key, nowMs)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

test('a burst of twice the rate passes, the next refusal says when to try again', () => {
  const limit = new RateLimit(10)
  for (let n = 0; n < 20; n++) assert.equal(limit.take('a', 0)['ratelimit-remaining'], String(19 - n))
  const refused = refusal(limit, 'a', 0)!
  assert.deepEqual([refused.status, refused.code], [429, 'rate_limited'])
  assert.deepEqual(refused.headers, {
    'ratelimit-limit': '20',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '2',
    'retry-after': '1',
  })
  // Another key has a separate bucket, and the refused call cost nothing.
  assert.equal(refusal(limit, 'b', 0), null)
  assert.equal(refusal(limit, 'a', 100), null)
})

test('without a rate nothing is counted', () => {
  const limit = new RateLimit(0)
  for (let n = 0; n < 1000; n++) assert.deepEqual(limit.take('a', 0), {})
})

test('in any span of time at most a full bucket plus its refill passes', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), waits, (perSecond, gapsMs) => {
      const limit = new RateLimit(perSecond)
      const passedMs: number[] = []
      let nowMs = 0
      for (const gap of gapsMs) {
        nowMs += gap
        if (refusal(limit, 'a', nowMs) === null) passedMs.push(nowMs)
      }
      for (let from = 0; from < passedMs.length; from++) {
        for (let to = from; to < passedMs.length; to++) {
          const most = 2 * perSecond + ((passedMs[to] - passedMs[from]) / 1000) * perSecond
          assert.ok(to - from + 1 <= most + 1e-6)
        }
      }
    }),
  )
})

test('a client that waits for the time in Retry-After gets through', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 5000 }), (perSecond, startMs) => {
      const limit = new RateLimit(perSecond)
      let refused: ApiError | null = null
      while (refused === null) refused = refusal(limit, 'a', startMs)
      const later = startMs + Number(refused.headers['retry-after']) * 1000
      assert.equal(refusal(limit, 'a', later), null)
    }),
  )
})

test('ten thousand keys later those that are idle are forgotten, those in use are not', () => {
  const limit = new RateLimit(1)
  for (let n = 0; n < 10_001; n++) limit.take(`old-${n}`, 0)
  while (refusal(limit, 'busy', 5000) === null);
  limit.take('new', 5000)
  assert.ok(refusal(limit, 'busy', 5000))
})
