import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs } from './retryAfter.ts'

const now = Date.UTC(2026, 0, 1)

test('seconds and dates are understood, and past dates mean now', () => {
  assert.equal(retryAfterMs('120', now), 120_000)
  assert.equal(retryAfterMs(' 0 ', now), 0)
  assert.equal(retryAfterMs(['5', '6'], now), 5000)
  assert.equal(retryAfterMs('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000)
  assert.equal(retryAfterMs('Thursday, 01-Jan-26 00:01:00 GMT', now), 60_000)
  assert.equal(retryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now), 0)
})

test('an invalid value counts as absent', () => {
  for (const text of [
    undefined,
    '',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '2026-01-01',
    '99999999999',
    'Thu, 99 Foo 2026',
  ]) {
    assert.equal(retryAfterMs(text, now), undefined, text)
  }
})
