import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameTimes } from './frameTimes.ts'

const taken = (...stamps: (string | null)[]) => frameTimes(stamps.map((timestampNs) => ({ timestampNs })))

test('frames are as far apart as their timestamps, whatever digits they have', () => {
  assert.deepEqual(taken('1700000000000000000', '1700000001500000000', '1700000002000000000'), [0, 1.5, 2])
  assert.deepEqual(taken(), [])
})

test('without a timestamp for each frame, or where they do not ascend, frames are one apart', () => {
  assert.deepEqual(taken(null, null), [0, 1])
  assert.deepEqual(taken('5', null, '7'), [0, 1, 2])
  assert.deepEqual(taken(null, '5'), [0, 1])
  assert.deepEqual(taken('5', '5', '7'), [0, 1, 2])
})
