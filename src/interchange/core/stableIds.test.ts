import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { NumberSet } from './numberSet.ts'
import { StableIds } from './stableIds.ts'

test('a set of numbers knows each once, as a Set does', () => {
  const number = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 2 ** 48 }))
  fc.assert(
    fc.property(fc.array(number, { maxLength: 3000, size: 'max' }), (numbers) => {
      const [own, other] = [new NumberSet(), new Set<number>()]
      for (const one of numbers) {
        assert.equal(own.add(one), !other.has(one))
        other.add(one)
      }
    }),
    { numRuns: 30 },
  )
})

test('a million parts of things have a number each, which stays when other things are added', () => {
  const numbersOf = (names: readonly string[]) => {
    const ids = new StableIds()
    return new Map(
      names.map((name) => {
        const of = ids.take(name)
        return [name, Array.from({ length: 1000 }, (_, place) => ids.takePart(of, place))] as const
      }),
    )
  }
  const names = Array.from({ length: 1000 }, (_, index) => `image/${index}`)
  const all = numbersOf(names)
  const different = new Set([...all.values()].flat())
  assert.equal(different.size, 1_000_000)
  for (const id of different) assert.ok(Number.isSafeInteger(id) && id > 0 && id <= 2 ** 48)
  for (const [name, ids] of numbersOf(names.slice(500, 520))) assert.deepEqual(ids, all.get(name))
})
