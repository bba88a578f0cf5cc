import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS, type HandName } from './hands.ts'
import { search } from './search.ts'

/** Acts by the kind of work: most are of pictures, which cost the least. */
const ACTS: Readonly<Record<HandName, { acts: number; what: string }>> = {
  flat: { acts: 10_000, what: 'whatever a hand does in pictures and videos' },
  cuboids: { acts: 900, what: 'whatever a hand does to cuboids, and to their boxes on a camera' },
  points: { acts: 400, what: 'whatever a hand does to labels of points' },
  submitting: { acts: 4_000, what: 'whatever happens while a hand draws and submits' },
}

for (const [name, { acts, what }] of Object.entries(ACTS) as [HandName, (typeof ACTS)[HandName]][]) {
  test(`${what}, what was meant is delivered, or the page said otherwise`, async () => {
    const { figures, found } = await search(HANDS[name], 1, acts)
    assert.equal(found, null, found ? `seed ${found.seed}: ${found.message}\n${JSON.stringify(found.acts)}` : '')
    assert.ok(figures.acts >= acts && figures.jobs > 1, JSON.stringify(figures))
  })
}
