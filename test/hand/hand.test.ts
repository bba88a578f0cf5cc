import assert from 'node:assert/strict'
import { test } from 'node:test'
import { search } from './search.ts'

const ACTS = 10_000

test('whatever a hand does in pictures and videos is delivered as it was meant, or the page said otherwise', async () => {
  const { figures, found } = await search(1, ACTS)
  assert.equal(found, null, found ? `seed ${found.seed}: ${found.message}\n${JSON.stringify(found.acts)}` : '')
  assert.ok(figures.acts >= ACTS && figures.said > 0, JSON.stringify(figures))
})
