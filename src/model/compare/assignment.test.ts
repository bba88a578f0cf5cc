import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { assign, type WeightedPair } from './assignment.ts'

const sumOf = (pairs: readonly WeightedPair[]): number => pairs.reduce((sum, { weight }) => sum + weight, 0)

/** Every choice, tried. */
function bestSum(pairs: readonly WeightedPair[]): number {
  const [first, ...rest] = pairs
  if (!first) return 0
  const others = rest.filter(({ a, b }) => a !== first.a && b !== first.b)
  return Math.max(bestSum(rest), first.weight + bestSum(others))
}

const pair = fc.record({
  a: fc.nat(5),
  b: fc.nat(5),
  weight: fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100),
})
const pairs = fc.uniqueArray(pair, { maxLength: 11, selector: ({ a, b }) => `${a} ${b}` })

test('the best pair alone is left for two that are worth more together', () => {
  const offered = [
    { a: 0, b: 0, weight: 0.9 },
    { a: 0, b: 1, weight: 0.8 },
    { a: 1, b: 0, weight: 0.7 },
  ]
  assert.deepEqual(assign(offered), { pairs: [offered[1], offered[2]], approximate: false })
})

test('one too large, or too late, is matched greedily and says so', () => {
  const offered = [
    { a: 0, b: 0, weight: 0.9 },
    { a: 0, b: 1, weight: 0.8 },
    { a: 1, b: 0, weight: 0.7 },
  ]
  assert.deepEqual(
    assign(offered, () => true),
    { pairs: [offered[0]], approximate: true },
  )
  assert.deepEqual(
    assign(offered, () => false, 3),
    { pairs: [offered[0]], approximate: true },
  )
})

test('law: no sum is greater, nothing is paired twice, and the order of the list changes nothing', () => {
  fc.assert(
    fc.property(pairs, fc.infiniteStream(fc.nat()), (offered, stream) => {
      const { pairs: made } = assign(offered)
      assert.ok(Math.abs(sumOf(made) - bestSum(offered)) < 1e-9)
      assert.equal(new Set(made.map(({ a }) => a)).size, made.length)
      assert.equal(new Set(made.map(({ b }) => b)).size, made.length)
      const ranks = new Map(offered.map((p) => [p, stream.next().value]))
      const shuffled = offered.toSorted((p, q) => (ranks.get(p) ?? 0) - (ranks.get(q) ?? 0))
      assert.ok(Math.abs(sumOf(assign(shuffled).pairs) - sumOf(made)) < 1e-9)
    }),
    { numRuns: 300 },
  )
})

test('ten thousand by ten thousand with twenty partners each take seconds at most', () => {
  const offered: WeightedPair[] = []
  for (let a = 0; a < 10_000; a++) {
    const block = Math.floor(a / 20) * 20
    for (let k = 0; k < 20; k++)
      offered.push({ a, b: block + k, weight: ((a * 7919 + k * 104_729) % 9973) / 9973 + 0.01 })
  }
  const started = performance.now()
  const { pairs: made, approximate } = assign(offered)
  assert.equal(made.length, 10_000)
  assert.equal(approximate, false)
  assert.ok(performance.now() - started < 5000)
})
