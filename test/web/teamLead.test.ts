import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ProjectDetails } from '../../src/client/types/project.ts'
import { browserSkip } from '../browser.ts'
import { drawBox, open, queuedImage, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { goTo, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let manager: Person
let annotator: Person

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({ review: false }, { boxes: tagOf('image2d') }))
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  for (let i = 0; i < 3; i++) {
    const jobId = await queuedImage(stage, tenant, 'boxes')
    if (i > 1) continue
    await annotator.post(`/api/jobs/${jobId}/claim`)
    const { classId } = (await open(annotator, jobId)).tag.classes[0]
    await save(annotator, jobId, 0, [drawBox(classId)])
    await annotator.post(`/api/jobs/${jobId}/submit`, { version: 1 })
    await tenant.reached(jobId, 'completed')
  }
})
after(() => stage?.clear())

const at = (tab: string) => `/projects/${tenant.projectId}/${tab}`

test('a manager leads a team', { skip }, (t) =>
  visit(stage.service.baseUrl, at('groups'), manager, async ({ page, faults }) => {
    await t.test('a manager makes a group, changes who is in it, and removes it', () => groups(page))
    await t.test('a batch is paused and opened again; the default one cannot be closed', () => batches(page))
    await t.test('the progress of a project is drawn, and saved as a file', () => progress(page))
    assert.deepEqual(faults, [])
  }),
)

async function groups(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type('Night shift')
  await dialog.getByRole('combobox', { name: 'People' }).click()
  await page.getByRole('option', { name: annotator.email }).click()
  await dialog.getByRole('combobox', { name: 'People' }).press('Tab')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: new RegExp(`Night shift.*${annotator.email}`) }).waitFor()
  assert.deepEqual(await seriousViolations(page), [])
  const { groups } = await tenant.api.get<{ groups: { name: string; user_ids: string[] }[] }>(tenant.path('/groups'))
  assert.deepEqual(groups, [{ name: 'Night shift', user_ids: [annotator.userId] }])
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No groups yet').waitFor()
}

async function batches(page: Page): Promise<void> {
  await goTo(page, at('batches'))
  const stateOf = async () =>
    (await tenant.api.get<ProjectDetails>(`/v0/projects/${tenant.projectId}/details`)).batches[0].state
  const menu = page.getByRole('button', { name: /Actions for/ })
  await menu.click()
  assert.equal(await page.getByRole('menuitem', { name: /^Close/ }).count(), 0)
  await page.getByRole('menuitem', { name: /^Pause/ }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  assert.equal(await stateOf(), 'paused')
  await menu.click()
  await page.getByRole('menuitem', { name: /^Open/ }).click()
  await page.getByText('Paused', { exact: true }).waitFor({ state: 'detached' })
  assert.equal(await stateOf(), undefined)
}

async function progress(page: Page): Promise<void> {
  await goTo(page, at('progress'))
  for (const title of ['Completed jobs', 'Throughput by day', 'Jobs in each stage', 'Jobs by person'])
    await page.getByRole('figure', { name: title }).locator('svg').first().waitFor()
  await page.getByText(/Queued: longest wait/).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const [heads, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  const today = lines.at(-1)?.split(',') ?? []
  const value = (name: string) => today[heads.split(',').indexOf(name)]
  assert.deepEqual([value('completed'), value('total'), value('in_queued'), value('objects')], ['2', '3', '1', '2'])
  const people = page.getByRole('region', { name: 'People' })
  const cells = people.getByRole('row', { name: new RegExp(annotator.email) }).getByRole('cell')
  assert.deepEqual((await cells.allTextContents()).slice(1, 3), ['2', '2'], 'jobs and objects of the annotator')
  await page.getByRole('region', { name: 'Tags' }).getByRole('row', { name: /boxes/ }).waitFor()
  const [ofPeople] = await Promise.all([
    page.waitForEvent('download'),
    people.getByRole('button', { name: 'Download people' }).click(),
  ])
  assert.match(await readFile(await ofPeople.path(), 'utf8'), new RegExp(`"${annotator.userId}",2,2,`))
  const [ofDays] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download days' }).click(),
  ])
  const day = new Date().toISOString().slice(0, 10)
  const row = new RegExp(`"${day}","${annotator.email}","${annotator.userId}",2,2,\\d+\r`)
  assert.match(await readFile(await ofDays.path(), 'utf8'), row)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [at('progress'), at('jobs'), '/queue']) {
    await page.goto(stage.service.baseUrl + path)
    await page.getByRole('main').locator('table, figure').first().waitFor()
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(wide <= 390, `${path}: ${wide} px wide on a phone`)
  }
  assert.deepEqual(await seriousViolations(page), [])
}

test('annotators see the state of their own work, but no name or figure of others', { skip }, async () => {
  for (const table of ['quality_sums', 'quality_changes'])
    await stage.database.pool.query(`update ${table} set day = day - 1`)
  await visit(stage.service.baseUrl, '/queue', annotator, async ({ page, faults }) => {
    await page.getByRole('button', { name: 'account menu' }).click()
    await page.getByRole('menuitem', { name: 'My work' }).click()
    await page.getByRole('figure', { name: 'Jobs by day' }).locator('svg').first().waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    await page.goto(stage.service.baseUrl + at('progress'))
    await page.getByRole('figure', { name: 'Throughput by day' }).waitFor()
    assert.equal(await page.getByRole('figure', { name: 'Jobs by person' }).count(), 0)
    assert.deepEqual(faults, [])
  })
})

test('a completed job is reopened with a reason, which its annotator sees over the view and the history keeps', {
  skip,
}, async () => {
  const { jobs } = await tenant.api.get<{ jobs: { job_id: string; stage: string }[] }>(tenant.path('/jobs'))
  const jobId = jobs.find(({ stage: at }) => at === 'completed')?.job_id
  assert.ok(jobId)
  const reason = 'The bus at the left is missing.'
  await visit(stage.service.baseUrl, at(`jobs/${jobId}`), manager, async ({ page, faults }) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Reopen…' }).click()
    await page.getByRole('textbox', { name: 'Reason, shown to the annotator' }).fill(reason)
    await page.getByRole('button', { name: 'Reopen', exact: true }).click()
    await page.getByText(new RegExp(`^Reopened by ${manager.email.split('@')[0]}.*: ${reason}$`, 'i')).waitFor()
    assert.deepEqual(faults, [])
  })
  await annotator.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, annotator, async ({ page, faults }) => {
    await page.getByRole('alert', { name: 'Reopened' }).getByText(`“${reason}”`).waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    assert.deepEqual(faults, [])
  })
})
