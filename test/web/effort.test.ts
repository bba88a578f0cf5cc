import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { documentedEffort, Hand } from './hand.ts'
import { opened, setSite, visit } from './site.ts'

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

async function counted(jobId: string, person: Person, work: (hand: Hand) => Promise<void>): Promise<Hand> {
  let hand: Hand | null = null
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, person, async ({ page }) => {
    await opened(page)
    hand = new Hand(page)
    await work(hand)
  })
  assert.ok(hand)
  return hand
}

test('20 boxes with an attribute each take the clicks and keys that are documented', { skip }, async () => {
  const jobId = await queued('cars')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const hand = await counted(jobId, ann, async (hand) => {
    await hand.key('r')
    for (let i = 0; i < 20; i++) {
      const [x, y] = [0.1 + (i % 5) * 0.16, 0.2 + Math.floor(i / 5) * 0.15]
      await hand.pull([x, y], [x + 0.1, y + 0.1])
      await hand.page.getByRole('option', { name: new RegExp(`car ${i + 1}\\b`) }).waitFor()
      await hand.key('F2')
      await hand.page.getByRole('combobox', { name: 'colour' }).and(hand.page.locator(':focus')).waitFor()
      await hand.key('1')
    }
    await hand.page.getByRole('tab', { name: 'Checks' }).click()
    await hand.page.getByText('No problems found').first().waitFor()
  })
  assert.deepEqual([hand.clicks, hand.keys], documentedEffort('20 boxes, one attribute each'))
})

test('a polygon of 30 points takes the clicks and keys that are documented', { skip }, async () => {
  const jobId = await queued('roads')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const hand = await counted(jobId, ann, async (hand) => {
    await hand.key('p')
    for (let i = 0; i < 30; i++) {
      const angle = (i / 30) * 2 * Math.PI
      await hand.press(0.5 + 0.3 * Math.cos(angle), 0.5 + 0.25 * Math.sin(angle))
    }
    await hand.key('Enter')
    await hand.page.getByRole('option', { name: /road 1/ }).waitFor()
  })
  assert.deepEqual([hand.clicks, hand.keys], documentedEffort('1 polygon of 30 points'))
})

/** Enter presses it from then on. */
const focused = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor()

test('reject, fix and accept take the clicks and keys that are documented', { skip }, async () => {
  const jobId = await queued('reviewed')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const submits = async (hand: Hand) => {
    await hand.key('Control+Enter')
    await focused(hand.page, 'Submit')
    await hand.key('Enter')
    await hand.page.getByText(/^Submitted /).waitFor()
  }
  await counted(jobId, ann, async (hand) => {
    await hand.key('r')
    await hand.pull([0.2, 0.3], [0.4, 0.5])
    await submits(hand)
  })
  await rita.post(`/api/jobs/${jobId}/claim`)
  const rejects = await counted(jobId, rita, async (hand) => {
    await hand.click(hand.page.getByRole('button', { name: 'Reject' }))
    hand.keys++
    await hand.page.getByRole('textbox', { name: 'Required changes' }).fill('One car is missing.')
    await hand.key('Control+Enter')
    await hand.page.getByText(/^Rejected /).waitFor()
  })
  await ann.post(`/api/jobs/${jobId}/claim`)
  const fixes = await counted(jobId, ann, async (hand) => {
    await hand.key('r')
    await hand.pull([0.6, 0.3], [0.8, 0.5])
    await submits(hand)
  })
  await rita.post(`/api/jobs/${jobId}/claim`)
  const accepts = await counted(jobId, rita, async (hand) => {
    await hand.key('Control+Enter')
    await focused(hand.page, 'Accept')
    await hand.key('Enter')
    await tenant.reached(jobId, 'completed')
  })
  const all = [rejects, fixes, accepts]
  const sum = (of: 'clicks' | 'keys') => all.reduce((total, hand) => total + hand[of], 0)
  assert.deepEqual([sum('clicks'), sum('keys')], documentedEffort('reject, fix, accept'))
})
