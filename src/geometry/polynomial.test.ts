import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { positiveRoots } from './polynomial.ts'

test('every positive zero up to the limit is found, in order', () => {
  const zero = fc.double({ min: 0.01, max: 50, noNaN: true })
  fc.assert(
    fc.property(fc.array(zero, { minLength: 1, maxLength: 4 }), (zeros) => {
      const sorted = [...zeros].sort((a, b) => a - b)
      fc.pre(sorted.every((z, i) => i === 0 || z - sorted[i - 1] > 0.1))
      const product = sorted.reduce((p, z) => p.map((c, i) => c * -z + (p[i - 1] ?? 0)).concat(p.at(-1)!), [1])
      const found = positiveRoots(product, 40)
      const expected = sorted.filter((z) => z <= 40)
      assert.equal(found.length, expected.length)
      for (const [i, z] of expected.entries()) assert.ok(Math.abs(found[i] - z) < 1e-6)
    }),
  )
})

test('a constant, and a coefficient next to nothing, have no zero in reach', () => {
  assert.deepEqual(positiveRoots([1], 10), [])
  assert.deepEqual(positiveRoots([1, 0, 0], 10), [])
  assert.deepEqual(positiveRoots([1, 0, 0, 0, -1e-310], 1e12), [])
  assert.deepEqual(positiveRoots([1, -0.25], 10), [4])
})
