import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TagBody } from '../../src/client/types/admin.ts'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { buildSite, dragInView, opened, saved, submittable, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

const SIGNS: TagBody = {
  operation: 'image2d',
  classes: [
    {
      name: 'sign',
      color: 'rgb(230, 159, 0)',
      attributes: [{ name: 'text', type: 'text', required: false, per: 'object' }],
    },
  ],
}

before(async () => {
  await buildSite()
  if (!skip) stage = await setStage()
})
after(() => stage?.clear())

/** Two jobs of one annotator, the first open with a box in it. */
async function withTwoJobs(use: (page: Page, ids: readonly [string, string], ann: Person) => Promise<void>) {
  tenant = await Tenant.create(stage.admin, { undo_seconds: 30 }, { signs: SIGNS })
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  const queued = async () => {
    const jobId = await tenant.submit({ reference_id: randomUUID(), tag: 'signs', data: { image_url } })
    await tenant.reached(jobId, 'queued')
    return jobId
  }
  const ids = [await queued(), await queued()] as const
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await visit(stage.service.baseUrl, '/queue', ann, async ({ page, faults }) => {
    await page.getByRole('button', { name: 'Next job' }).press('Enter')
    await opened(page)
    await submittable(page)
    await page.keyboard.press('r')
    await dragInView(page, [0.3, 0.3], [0.5, 0.5])
    await page.getByRole('option', { name: /sign 1/ }).waitFor()
    await use(page, ids, ann)
    assert.deepEqual(faults, [])
  })
}

const state = (page: Page, name: string) => page.locator(`[data-state=${name}]`).waitFor()
const stageOf = async (jobId: string) => (await tenant.record(jobId)).stage

test('text that was typed last is submitted with the job', { skip }, () =>
  withTwoJobs(async (page, [first]) => {
    await page.getByRole('textbox', { name: 'text' }).click()
    await page.keyboard.type('STOP')
    await page.keyboard.press('Control+Enter')
    const { result } = await tenant.reached(first, 'completed')
    const { data } = await (await fetch(result ?? '')).json()
    assert.deepEqual(data.annotations.rectangles[0].attributes, { text: { value: 'STOP' } })
  }),
)

test('a polygon that was not finished is asked about, and is shown where it was left', { skip }, () =>
  withTwoJobs(async (page, [first]) => {
    await page.keyboard.press('p')
    const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
    for (const [x, y] of [
      [0.6, 0.6],
      [0.7, 0.6],
    ])
      await page.mouse.click(view.x + x * view.width, view.y + y * view.height)
    await page.keyboard.press('v')
    await page.keyboard.press('Control+Enter')
    await page.locator('[role=dialog] li[data-code=UNFINISHED_SHAPE]').getByText('1 shape is unfinished').waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    await page.getByRole('button', { name: 'Show the shape' }).click()
    assert.equal(await stageOf(first), 'in_progress')
    await page.mouse.click(view.x + 0.7 * view.width, view.y + 0.7 * view.height)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /sign 2/ }).waitFor()
    await page.keyboard.press('Control+Enter')
    const { annotations } = await tenant.reached(first, 'completed')
    assert.equal(annotations, 2)
  }),
)

test('a key that is pressed twice, or held down, submits one job', { skip }, () =>
  withTwoJobs(async (page, [, second]) => {
    await page.keyboard.down('Control')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    for (let i = 0; i < 20; i++) await page.keyboard.down('Enter')
    await page.getByText(/^Submitted /).waitFor()
    await page.waitForURL((url) => url.pathname.endsWith(second))
    await opened(page)
    for (let i = 0; i < 20; i++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.up('Control')
    await submittable(page)
    assert.equal(await stageOf(second), 'in_progress')
    await page.keyboard.press('Control+Enter')
    await page.locator('[role=dialog] li[data-code=EMPTY_JOB]').getByText('0').waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await stageOf(second), 'in_progress', 'Enter keeps editing')
  }),
)

test(
  'while the service is slow the document is locked, which the pointer shows, and submitting can be cancelled',
  {
    skip,
  },
  () =>
    withTwoJobs(async (page, [first]) => {
      await saved(page)
      await page.route('**/submit', () => new Promise(() => {}))
      await page.keyboard.press('Control+Enter')
      await state(page, 'sending')
      await dragInView(page, [0.6, 0.6], [0.7, 0.7])
      const message = page.locator('.pointer-message')
      await message.getByText('being submitted').waitFor()
      const box = (await message.boundingBox())!
      const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
      const [x, y] = [view.x + 0.7 * view.width, view.y + 0.7 * view.height]
      assert.ok(Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 160)
      await message.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Cancel' }).click()
      await state(page, 'ready')
      assert.equal(await stageOf(first), 'in_progress')
      await dragInView(page, [0.6, 0.6], [0.7, 0.7])
      await page.getByRole('option', { name: /sign 2/ }).waitFor()
    }),
)

test('without a connection a question appears, and work is sent only as chosen; an edit withdraws it', { skip }, () =>
  withTwoJobs(async (page, [first, second]) => {
    await saved(page)
    await page.context().setOffline(true)
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Keep editing' }).and(page.locator(':focus')).waitFor()
    await dialog.getByRole('button', { name: 'Submit when online' }).click()
    await state(page, 'offline')
    await dragInView(page, [0.6, 0.6], [0.7, 0.7])
    await page.locator('.pointer-message').getByText('will not be submitted').waitFor()
    await state(page, 'ready')
    await page.keyboard.press('Control+Enter')
    await dialog.getByRole('button', { name: 'Submit when online' }).click()
    await state(page, 'offline')
    await page.context().setOffline(false)
    await page.waitForURL((url) => url.pathname.endsWith(second))
    const { annotations } = await tenant.reached(first, 'completed')
    assert.equal(annotations, 2)
  }),
)
