import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { BodyBytes } from './bodyBytes.ts'

const MIB = 1024 * 1024

test('a body in pieces of any size equals the whole, in a buffer of exactly its size', async () => {
  const pieces = fc.array(fc.integer({ min: 0, max: 3 * MIB }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (lengths, isAnnounced) => {
      const expected = Buffer.alloc(lengths.reduce((sum, length) => sum + length, 0))
      for (let at = 0; at < expected.length; at += 997) expected[at] = at % 251
      const bytes = new BodyBytes(20 * MIB, isAnnounced ? expected.length : Number.NaN)
      let start = 0
      for (const length of lengths) {
        bytes.push(expected.subarray(start, start + length))
        start += length
      }
      const whole = await bytes.whole()
      assert.ok(whole.equals(expected))
      assert.equal(whole.buffer.byteLength, expected.length)
    }),
    { numRuns: 30 },
  )
})

test('no body grows beyond its announced length or beyond the limit', () => {
  assert.throws(() => new BodyBytes(20 * MIB, 10).push(new Uint8Array(11)), RangeError)
  const growing = new BodyBytes(3 * MIB, Number.NaN)
  growing.push(new Uint8Array(3 * MIB))
  assert.throws(() => growing.push(new Uint8Array(1)), RangeError)
})
