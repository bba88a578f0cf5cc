import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orOf } from './schemaWords.ts'

test('a refusal lists the names of which one is expected up to a bound, however many and long they are', () => {
  assert.equal(orOf(['car', 'van']), 'car or van')
  assert.equal(orOf([]), 'no member')
  for (const names of [
    Array.from({ length: 10_000 }, (_, i) => `class ${i}`),
    Array.from({ length: 40 }, () => '🚗'.repeat(128)),
    ['x'.repeat(10_000)],
  ]) {
    const words = orOf(names)
    assert.ok(words.length <= 1010 && words.endsWith(' …') && words.isWellFormed(), `${words.length}`)
  }
})
