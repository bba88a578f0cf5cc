import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Breaker, DEFAULT_BREAKER } from './breaker.ts'

function failTimes(breaker: Breaker, count: number, nowMs: number): void {
  for (let nr = 0; nr < count; nr++) breaker.record(false, nowMs)
}

test('nine failures leave it closed, the tenth opens it', () => {
  const breaker = new Breaker(DEFAULT_BREAKER)
  failTimes(breaker, 9, 0)
  assert.equal(breaker.state(0), 'closed')
  assert.equal(breaker.record(false, 0), true)
  assert.equal(breaker.state(0), 'open')
})

test('it opens at 70 % failures and not below', () => {
  const breaker = new Breaker(DEFAULT_BREAKER)
  for (let nr = 0; nr < 7; nr++) breaker.record(true, 0)
  failTimes(breaker, 16, 0)
  assert.equal(breaker.state(0), 'closed', '16 of 23 is less')
  breaker.record(false, 0)
  assert.equal(breaker.state(0), 'open', '17 of 24 is more')
})

test('failures older than five minutes are forgotten', () => {
  const breaker = new Breaker(DEFAULT_BREAKER)
  failTimes(breaker, 9, 0)
  breaker.record(false, DEFAULT_BREAKER.windowMs + 1)
  assert.equal(breaker.state(DEFAULT_BREAKER.windowMs + 1), 'closed')
})

test('a probe that succeeds closes it and starts a clean count', () => {
  const breaker = new Breaker(DEFAULT_BREAKER)
  failTimes(breaker, 10, 0)
  assert.equal(breaker.state(DEFAULT_BREAKER.openMs), 'half_open')
  breaker.record(true, DEFAULT_BREAKER.openMs)
  failTimes(breaker, 9, DEFAULT_BREAKER.openMs)
  assert.equal(breaker.state(DEFAULT_BREAKER.openMs), 'closed')
})

test('each probe that fails doubles the pause, up to a limit', () => {
  const breaker = new Breaker(DEFAULT_BREAKER)
  failTimes(breaker, 10, 0)
  let nowMs = 0
  let pauseMs = DEFAULT_BREAKER.openMs
  for (let probe = 0; probe < 10; probe++) {
    assert.equal(breaker.state(nowMs + pauseMs - 1), 'open')
    assert.equal(breaker.state(nowMs + pauseMs), 'half_open')
    nowMs += pauseMs
    breaker.record(false, nowMs)
    pauseMs = Math.min(2 * pauseMs, DEFAULT_BREAKER.maxOpenMs)
  }
})

test('requests that were under way when it opened do not lengthen the pause', () => {
  const breaker = new Breaker(DEFAULT_BREAKER)
  failTimes(breaker, 30, 0)
  assert.equal(breaker.state(DEFAULT_BREAKER.openMs), 'half_open')
})
