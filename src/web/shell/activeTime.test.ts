import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ActiveTime, IDLE_MS } from './activeTime.ts'

it('counts short pauses as work and a long one not at all', () => {
  const time = new ActiveTime(0)
  time.sign(10_000)
  time.sign(70_500)
  time.sign(70_500 + IDLE_MS)
  assert.equal(time.takeSeconds(), 70)
  time.sign(70_500 + IDLE_MS + 600)
  assert.equal(time.takeSeconds(), 1, 'the half second that was left over is not lost')
})

it('tells no second twice, and those that did not arrive again', () => {
  const time = new ActiveTime(0)
  time.sign(5_000)
  const seconds = time.takeSeconds()
  assert.equal(time.takeSeconds(), 0)
  time.giveBack(seconds)
  assert.equal(time.takeSeconds(), 5)
})

it('is idle after five minutes without a sign, until the next', () => {
  const time = new ActiveTime(0)
  assert.equal(time.isIdle(IDLE_MS - 1), false)
  assert.equal(time.isIdle(IDLE_MS), true)
  time.sign(IDLE_MS + 1)
  assert.equal(time.isIdle(IDLE_MS + 2), false)
})
