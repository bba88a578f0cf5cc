import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserSkip } from '../../browser.ts'
import { type Stage, setStage } from '../../support/stage.ts'
import type { ModeAct } from '../intentRun.ts'
import { type Hand, outcome, search } from '../search.ts'
import type { Work } from './handSite.ts'

/** The hand on the real page, by pointer and keys; `npm run hand -- --minutes 30` goes on with new seeds. */

const skip = browserSkip()
const ACTS = 7
const SEEDS: Readonly<Record<Work, number>> = { image: 3, video: 5, cuboids: 1, points: 2 }
let stage: Stage
let hands: Readonly<Record<Work, Hand>>

before(async () => {
  if (skip) return
  stage = await setStage()
  // These wait while they are loaded, and the hooks of this file have to come before those of the service.
  const [{ browserHands }, { HandSite }] = await Promise.all([import('./browserHands.ts'), import('./handSite.ts')])
  hands = browserHands(await HandSite.open(stage), ACTS)
})
after(() => stage?.clear())

test('what a hand means on the real page is submitted, or the page said otherwise', { skip }, async (t) => {
  for (const work of Object.keys(SEEDS) as Work[]) {
    await t.test(work, async () => {
      const { found, figures } = await search(hands[work], SEEDS[work], ACTS)
      assert.equal(found, null, found ? `${found.message}\n${JSON.stringify(found.acts)}` : '')
      assert.equal(figures.jobs, 1)
    })
  }
})

const draw = (at: number): ModeAct => ({ kind: 'draw', r: [at, 0.2, 0.5, 0.5, 0, 0.1] })
const LOOKED = [0, 0, 0, 0, 0, 0.9]

test('a box that is drawn right before the page is loaded again is there', { skip }, async () => {
  const acts = [draw(0.1), draw(0.5), { kind: 'reload', r: LOOKED }, { kind: 'submit', r: LOOKED }]
  assert.equal(await outcome(hands.image, acts, 1), null)
})

test('what another window or a manager overtook is a draft, and the page says so', { skip }, async () => {
  const at = (kind: string, x: number): ModeAct => ({ kind, r: [x, 0.2, 0.5, 0.5, 0, 0.9] })
  const acts = [draw(0.1), at('overtaken', 0.4), draw(0.5), at('leaseLost', 0.8), { kind: 'submit', r: LOOKED }]
  assert.equal(await outcome(hands.image, acts, 1), null)
})
