import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Pulse } from './pulse.ts'

it('beats at most every half minute after the beginning', () => {
  const pulse = new Pulse(0)
  const beats: number[] = []
  for (let nowMs = 0; nowMs <= 120_000; nowMs += 1_000) {
    pulse.input()
    if (pulse.takeBeat(nowMs)) beats.push(nowMs)
  }
  assert.deepEqual(beats, [30_000, 60_000, 90_000, 120_000])
})

it('is silent while there is no input, and beats once for input that came just after a beat', () => {
  const pulse = new Pulse(0)
  assert.equal(pulse.takeBeat(30_000), false)
  pulse.input()
  assert.equal(pulse.takeBeat(31_000), true)
  pulse.input()
  assert.equal(pulse.takeBeat(32_000), false)
  assert.equal(pulse.takeBeat(61_000), true)
  assert.equal(pulse.takeBeat(600_000), false)
})

it('has a last beat for input that none has counted, once', () => {
  const pulse = new Pulse(0)
  pulse.input()
  pulse.takeBeat(30_000)
  assert.equal(pulse.takeLast(), false)
  pulse.input()
  assert.deepEqual([pulse.takeLast(), pulse.takeLast()], [true, false])
})
