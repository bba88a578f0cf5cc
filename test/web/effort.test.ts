import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { assertEffort, type Effort } from './effort.ts'
import { Hand } from './hand.ts'
import { opened, setSite, submittable, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let ann: Person
let rita: Person

before(async () => {
  if (skip) return
  const attributes = [{ name: 'colour', type: 'select', options: ['red', 'blue'], required: true, per: 'object' }]
  const classes = structuredClone([{ name: 'car', color: 'rgb(230, 159, 0)', attributes }]) as never
  const road = { name: 'road', color: 'rgb(128, 64, 128)', geometries: ['polygon'] }
  ;({ stage, tenant } = await setSite(
    { name: 'effort' },
    {
      cars: { operation: 'image2d', classes },
      roads: { operation: 'image2d', classes: structuredClone([road]) as never },
      reviewed: { operation: 'image2d', classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }], review: true },
    },
  ))
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
})
after(() => stage?.clear())

async function queued(tag: string): Promise<string> {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag, data: { image_url } })
  await tenant.reached(jobId, 'queued')
  return jobId
}

/** What a person's hand does in a job that it opens in the page. */
async function counted(page: Page, jobId: string, work: (hand: Hand) => Promise<void>): Promise<Hand> {
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
  const hand = new Hand(page)
  await work(hand)
  return hand
}

test('tasks take the clicks and keys that are documented', { skip }, (t) =>
  visit(stage.service.baseUrl, '/favicon.ico', ann, ({ page }) =>
    visit(stage.service.baseUrl, '/favicon.ico', rita, async (reviewer) => {
      await t.test('20 boxes with an attribute each', () => boxes(page))
      await t.test('a polygon of 30 points', () => polygon(page))
      await t.test('reject, fix and accept', () => rejectAndFix(page, reviewer.page))
    }),
  ),
)

/** What a task of so many equal parts takes, from what its first parts took: each as much as the one before. */
function ofAll(all: Effort, afterEach: readonly Effort[], parts: number): Effort {
  const [first, second] = afterEach
  const of = (what: keyof Effort) => {
    const each = second[what] - first[what]
    for (const [i, after] of afterEach.entries()) assert.equal(after[what], first[what] + i * each)
    return all[what] + (parts - afterEach.length) * each
  }
  return { clicks: of('clicks'), drags: of('drags'), keys: of('keys') }
}

const takenSoFar = ({ clicks, drags, keys }: Effort): Effort => ({ clicks, drags, keys })

async function boxes(page: Page): Promise<void> {
  const jobId = await queued('cars')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const afterEach: Effort[] = []
  const hand = await counted(page, jobId, async (hand) => {
    await hand.key('r')
    for (let i = 0; i < 4; i++) {
      const x = 0.1 + i * 0.16
      await hand.pull([x, 0.2], [x + 0.1, 0.3])
      await hand.page.getByRole('option', { name: new RegExp(`car ${i + 1}\\b`) }).waitFor()
      await hand.key('F2')
      await hand.page.getByRole('combobox', { name: 'colour' }).and(hand.page.locator(':focus')).waitFor()
      await hand.key('1')
      afterEach.push(takenSoFar(hand))
    }
    await hand.page.getByRole('tab', { name: 'Checks' }).click()
    await hand.page.getByText('No problems found').first().waitFor()
  })
  assertEffort('20 boxes, one attribute each', ofAll(hand, afterEach, 20))
}

async function polygon(page: Page): Promise<void> {
  const jobId = await queued('roads')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const afterEach: Effort[] = []
  const hand = await counted(page, jobId, async (hand) => {
    await hand.key('p')
    for (let i = 0; i < 6; i++) {
      const angle = (i / 6) * 2 * Math.PI
      await hand.press(0.5 + 0.3 * Math.cos(angle), 0.5 + 0.25 * Math.sin(angle))
      afterEach.push(takenSoFar(hand))
    }
    await hand.key('Enter')
    await hand.page.getByRole('option', { name: /road 1/ }).waitFor()
  })
  assertEffort('1 polygon of 30 points', ofAll(hand, afterEach, 30))
}

async function rejectAndFix(annotator: Page, reviewer: Page): Promise<void> {
  const jobId = await queued('reviewed')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const submits = async (hand: Hand) => {
    await submittable(hand.page)
    await hand.key('Control+Enter')
    await hand.page.getByText(/^Submitted /).waitFor()
  }
  await counted(annotator, jobId, async (hand) => {
    await hand.key('r')
    await hand.pull([0.2, 0.3], [0.4, 0.5])
    await submits(hand)
  })
  await rita.post(`/api/jobs/${jobId}/claim`)
  const rejects = await counted(reviewer, jobId, async (hand) => {
    await hand.click(hand.page.getByRole('button', { name: 'Reject' }))
    hand.keys++
    await hand.page.getByRole('textbox', { name: 'Required changes' }).fill('One car is missing.')
    await hand.key('Control+Enter')
    await hand.page.getByText(/^Rejected /).waitFor()
  })
  await ann.post(`/api/jobs/${jobId}/claim`)
  const fixes = await counted(annotator, jobId, async (hand) => {
    await hand.key('r')
    await hand.pull([0.6, 0.3], [0.8, 0.5])
    await submits(hand)
  })
  await rita.post(`/api/jobs/${jobId}/claim`)
  const accepts = await counted(reviewer, jobId, async (hand) => {
    await submittable(hand.page)
    await hand.key('Control+Enter')
    await tenant.reached(jobId, 'completed')
  })
  const all = [rejects, fixes, accepts]
  const sum = (of: keyof Effort) => all.reduce((total, hand) => total + hand[of], 0)
  assertEffort('reject, fix, accept', { clicks: sum('clicks'), drags: sum('drags'), keys: sum('keys') })
}
