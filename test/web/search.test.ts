import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { opened, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let manager: Person
let annotator: Person
let jobId: string
let referenceId: string

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({ name: 'Harbour streets' }, { boxes: tagOf('image2d') }))
  await Tenant.create(stage.admin, { name: 'Harbour of others' }, { boxes: tagOf('image2d') })
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  jobId = await queuedImage(stage, tenant, 'boxes')
  referenceId = String((await tenant.record(jobId)).reference_id)
})
after(() => stage?.clear())

test('a manager finds projects, jobs, people and pages by keys alone, and only those they may see', { skip }, () =>
  visit(stage.service.baseUrl, '/projects', manager, async ({ page, faults }) => {
    await page.getByRole('button', { name: /^Search/ }).waitFor()
    const found = page.getByRole('dialog').getByRole('button')
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Search' })
    await page.keyboard.press('Control+k')
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('harbour')
    await found.filter({ hasText: 'Harbour streets' }).waitFor()
    assert.equal(await found.filter({ hasText: 'Harbour of others' }).count(), 0)
    assert.deepEqual(await seriousViolations(page), [])
    await field.fill(referenceId.slice(0, 9))
    await found.filter({ hasText: referenceId }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/projects/${tenant.projectId}/jobs/${jobId}`)
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.fill(annotator.email)
    await found.filter({ hasText: annotator.email }).click()
    await page.waitForURL('**/people?search=*')
    await page.getByRole('row', { name: new RegExp(annotator.email) }).waitFor()
    assert.equal(await page.getByRole('row', { name: new RegExp(manager.email) }).count(), 0)
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.fill('nothing has this name')
    await page.getByRole('status').filter({ hasText: 'Nothing found' }).waitFor()
    assert.deepEqual(faults, [])
  }),
)

test('in the workbench the search runs commands by their names, and shows no people to an annotator', {
  skip,
}, async () => {
  await annotator.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, annotator, async ({ page, faults }) => {
    await opened(page)
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Search' })
    await page.keyboard.press('Control+k')
    await field.fill('polygon')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Polygon \(Alt.*P$/ })
      .waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page
      .getByRole('toolbar', { name: 'Tools' })
      .getByRole('button', { name: /^Polygon \(/, pressed: true })
      .first()
      .waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('shortcuts')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await field.fill(manager.email)
    await page.getByRole('status').filter({ hasText: 'Nothing found' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
