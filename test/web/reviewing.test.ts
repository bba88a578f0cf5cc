import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { IssueAnswer } from '../../src/contract/issues.ts'
import { browserSkip } from '../browser.ts'
import { drawBox, open, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { opened, setSite, submittable, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let ann: Person
let rita: Person

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'street' },
    { boxes: { operation: 'image2d', classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }], review: true } },
  ))
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
})
after(() => stage?.clear())

/** A job with one box, submitted, opened by its reviewer. */
async function inReview(use: (page: Page, jobId: string) => Promise<void>): Promise<void> {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag: 'boxes', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  await ann.post(`/api/jobs/${jobId}/claim`)
  const { tag, version } = await open(ann, jobId)
  const drawn = await save(ann, jobId, version, [drawBox(tag.classes[0].classId)])
  await ann.post(`/api/jobs/${jobId}/submit`, { version: drawn.version })
  await rita.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, rita, async ({ page, faults }) => {
    await opened(page)
    await use(page, jobId)
    assert.deepEqual(faults, [])
  })
}

async function complain(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: /^Issues/ }).click()
  await page.getByRole('textbox', { name: 'New issue' }).fill(text)
  await page.keyboard.press('Control+Enter')
  await page.locator('[aria-current]', { hasText: text }).waitFor()
}

test('a reviewer looks at a job, complains and accepts it', { skip }, (t) =>
  inReview(async (page, jobId) => {
    await t.test('a reviewer sees who annotated, and for how long', () =>
      page.getByText(`Annotated by ${ann.email.split('@')[0]}`).waitFor(),
    )
    await t.test('Ctrl+Enter in the text of a new issue sends it, and does not accept the job', async () => {
      await complain(page, 'This is a van.')
      assert.equal(await page.getByRole('dialog').count(), 0)
      await page.keyboard.press('Enter')
      const { issues } = await rita.get<{ issues: IssueAnswer[] }>(`/api/jobs/${jobId}/issues`)
      assert.equal(issues.length, 1)
      assert.equal((await tenant.record(jobId)).stage, 'in_review')
    })
    await t.test('accepting a job with an open issue shows a warning, and Enter leads back to it', async () => {
      await page.getByRole('application').focus()
      await submittable(page)
      await page.keyboard.press('Control+Enter')
      const dialog = page.getByRole('dialog', { name: 'Accept this job' })
      await dialog.getByText('1 issue is still open.').waitFor()
      await dialog.getByRole('button', { name: 'Keep editing' }).and(page.locator(':focus')).press('Enter')
      await dialog.waitFor({ state: 'detached' })
      assert.equal((await tenant.record(jobId)).stage, 'in_review')
      await page.keyboard.press('Control+Enter')
      await dialog.getByRole('button', { name: 'Accept anyway' }).click()
      await tenant.reached(jobId, 'completed')
    })
  }),
)
