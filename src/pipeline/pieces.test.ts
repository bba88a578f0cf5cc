import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packed, unpackedInTurns } from './pieces.ts'

test('a long list comes out of its pieces as it was, in order', async () => {
  for (const length of [0, 1, 500, 501, 2500]) {
    const entries = Array.from({ length }, (_, index) => ({ field: `frames[${index}]`, index, sensor: null }))
    const pieces = packed(entries)
    assert.equal(pieces.length, Math.ceil(length / 500))
    assert.deepEqual(await unpackedInTurns(pieces), entries)
  }
})
