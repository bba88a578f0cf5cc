import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Pulse } from './pulse.ts'

it('beats at the first input and then at most every half minute', () => {
  const pulse = new Pulse()
  const beats: number[] = []
  for (let nowMs = 0; nowMs <= 120_000; nowMs += 1_000) {
    pulse.input()
    if (pulse.takeBeat(nowMs)) beats.push(nowMs)
  }
  assert.deepEqual(beats, [0, 30_000, 60_000, 90_000, 120_000])
})

it('is silent while there is no input, and beats once for input that came just after a beat', () => {
  const pulse = new Pulse()
  assert.equal(pulse.takeBeat(0), false)
  pulse.input()
  assert.equal(pulse.takeBeat(1_000), true)
  pulse.input()
  assert.equal(pulse.takeBeat(2_000), false)
  assert.equal(pulse.takeBeat(31_000), true)
  assert.equal(pulse.takeBeat(600_000), false)
})

it('has a last beat for input that none has counted, once', () => {
  const pulse = new Pulse()
  pulse.input()
  pulse.takeBeat(0)
  assert.equal(pulse.takeLast(), false)
  pulse.input()
  assert.deepEqual([pulse.takeLast(), pulse.takeLast()], [true, false])
})
