import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Project, ShownAccessRule } from '../../src/client/types/admin.ts'
import { browserSkip } from '../browser.ts'
import { givenUpJob } from '../support/givenUpJob.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { goTo, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let manager: Person

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { review: false },
    { boxes: tagOf('image2d'), reviewed: tagOf('image2d', { review: true }) },
  ))
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
})
after(() => stage?.clear())

const at = (tab: string) => `/projects/${tenant.projectId}/${tab}`
const rules = async () => (await stage.admin.get<{ rules: ShownAccessRule[] }>(tenant.path('/attachment_access'))).rules

/** A dialog moves the focus to its first field when it is there: what is filled in before would land in that field. */
async function openDialog(page: Page, opener: Locator): Promise<Locator> {
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input:focus').waitFor()
  return dialog
}

test('a manager keeps the settings and the records of a project', { skip }, (t) =>
  visit(stage.service.baseUrl, at('access'), manager, async ({ page, faults }) => {
    await t.test(
      'a manager says how private data is reached, and changes one rule without the secrets of another',
      () => accessRules(page),
    )
    await t.test('a manager keeps the configuration of a camera', () => sensors(page))
    await t.test('the usage lists what was completed, on the page and as a file', () => usage(page))
    await t.test('a manager finds who changed a tag, narrows the audit log to that person, and saves it', () =>
      auditLog(page),
    )
    await t.test(
      'a manager sets for how long data is kept, after seeing what would go now, and for how long a submission can be undone',
      () => retention(page),
    )
    await t.test('an address of no tab, or of one that a person may not open, says so under the tabs', () =>
      noSuchTab(page),
    )
    assert.equal(await page.getByRole('link', { name: 'Failed tasks' }).count(), 0, 'they are for admins')
    assert.deepEqual(faults, [])
  }),
)

async function accessRules(page: Page): Promise<void> {
  const newRule = page.getByRole('button', { name: 'New rule' })
  await page.getByText('No access rules').waitFor()
  const dialog = await openDialog(page, newRule)
  await dialog.getByLabel('URL prefix').fill('https://data.example/private/')
  await dialog.getByLabel('Value of Authorization').fill('Bearer first')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'https://data.example/private/' }).waitFor()

  await openDialog(page, newRule)
  await dialog.getByLabel('URL prefix').fill('s3://lidar/raw/')
  await dialog.getByLabel('Region').fill('eu-central-1')
  await dialog.getByLabel('Access key ID').fill('AKIA1')
  assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), 'a bucket needs its secret')
  await dialog.getByLabel('Secret access key').fill('abcdefgh')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 's3://lidar/raw/' }).waitFor()

  await openDialog(page, page.getByRole('row', { name: /s3:/ }).getByRole('button', { name: 'Edit' }))
  // The region is part of the host: a secret goes to another one only when it is given again.
  await dialog.getByLabel('Region').fill('eu-west-1')
  await dialog.getByLabel('Secret access key').fill('abcdefgh')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('eu-west-1').waitFor()
  assert.deepEqual(await rules(), [
    { match: 'https://data.example/private/', headers: { Authorization: { set: true } } },
    {
      match: 's3://lidar/raw/',
      region: 'eu-west-1',
      access_key_id: 'AKIA1',
      write: false,
      secret_access_key: { set: true, last4: 'efgh' },
    },
  ])
}

async function sensors(page: Page): Promise<void> {
  await goTo(page, at('sensors'))
  const dialog = await openDialog(page, page.getByRole('button', { name: 'New sensor' }))
  await dialog.getByLabel('ID').fill('front')
  await dialog.getByLabel('Name').fill('Front camera')
  await dialog.getByLabel('fx').fill('812.5')
  await dialog.getByLabel('k1').fill('-0.31')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: '812.5' }).waitFor()
  const { sensors } = await stage.admin.get<{ sensors: object[] }>(tenant.path('/sensors'))
  assert.deepEqual(sensors, [
    {
      sensor_id: 'front',
      modality: 'camera',
      state: 'editable',
      name: 'Front camera',
      intrinsics: { fx: 812.5, k1: -0.31 },
    },
  ])
}

async function usage(page: Page): Promise<void> {
  const jobId = await queuedImage(stage, tenant, 'boxes', { reference_id: '=odd, "name"' })
  await tenant.api.post(tenant.path(`/jobs/${jobId}/result`), { type: 'image2d', data: { annotations: {} } })
  await tenant.reached(jobId, 'completed')
  await goTo(page, at('usage'))
  await page.getByRole('cell', { name: '=odd, "name"' }).waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const chunks = await (await (await saving).createReadStream()).toArray()
  const [, line] = Buffer.concat(chunks).toString('utf8').split('\r\n')
  assert.ok(line.startsWith(`"${jobId}","'=odd, ""name""","boxes",1,0,`), line)
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-01')
  await page.getByText('No jobs completed in this period').waitFor()
}

async function auditLog(page: Page): Promise<void> {
  await manager.ok('PUT', `/api/v1${tenant.path('/tags/cones').slice('/v1'.length)}`, tagOf('image2d'))
  await goTo(page, '/audit')
  const row = page.getByRole('row', { name: /tag\.create.*cones/ })
  await row.waitFor()
  assert.ok((await page.getByRole('row', { name: /project\.create/ }).count()) > 0)
  await row.getByRole('button', { name: manager.email }).click()
  await page.getByRole('row', { name: /project\.create/ }).waitFor({ state: 'detached' })
  assert.ok(new URL(page.url()).searchParams.get('actor') === manager.userId)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  assert.match(text, /"tag\.create","[0-9a-f-]+","cones"/)
  await page.getByRole('button', { name: 'Show changes by everyone' }).click()
  await page.getByRole('row', { name: /project\.create/ }).waitFor()
}

async function retention(page: Page): Promise<void> {
  await goTo(page, at('settings'))
  await page.getByLabel('Submissions can be undone for').fill('8')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Project saved.').waitFor()
  const { projects } = await stage.admin.get<{ projects: Project[] }>('/v1/projects')
  assert.equal(projects.find(({ project_id }) => project_id === tenant.projectId)?.undo_seconds, 8)

  await page.getByLabel('Keep results and annotations for').fill('90')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText(/^Would delete now: data of 0 jobs/).waitFor()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('Retention saved.').waitFor()
  assert.deepEqual(await stage.admin.get(tenant.path('/retention')), {
    inputs_days: null,
    results_days: 90,
    drafts_days: null,
  })
}

async function noSuchTab(page: Page): Promise<void> {
  await goTo(page, at('nosuch'))
  await page.getByText('Page not found').waitFor()
  await page.getByRole('tab', { name: 'Tags' }).click()
  await page.getByRole('link', { name: 'boxes' }).waitFor()
  assert.equal(await page.getByText('Page not found').count(), 0)
  const reviewer = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  await visit(stage.service.baseUrl, at('settings'), reviewer, async ({ page: theirs, faults }) => {
    await theirs.getByText('Page not found').waitFor()
    assert.equal(await theirs.getByRole('tab', { name: 'Settings' }).count(), 0)
    assert.deepEqual(faults, [])
  })
}

test('an admin looks after jobs and steps that are over', { skip }, async (t) => {
  const finished = await queuedImage(stage, tenant, 'boxes')
  await tenant.api.post(tenant.path(`/jobs/${finished}/cancel`))
  const admin = await Person.join(stage.admin, 'admin')
  await visit(stage.service.baseUrl, at(`jobs/${finished}`), admin, async ({ page, faults }) => {
    await t.test('the data of a finished job is deleted after a question', async () => {
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete data…' }).click()
      const isGone = page.waitForResponse((response) => response.request().method() === 'DELETE')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete data' }).click()
      assert.equal((await isGone).status(), 200)
    })
    await t.test('an admin sees why a step was given up, opens its job, retries one step and drops another', () =>
      givenUp(page),
    )
    assert.deepEqual(faults, [])
  })
})

async function givenUp(page: Page): Promise<void> {
  const [first, second] = [await givenUpJob(stage, tenant, 'reviewed'), await givenUpJob(stage, tenant, 'reviewed')]
  await page.goto(`${stage.service.baseUrl}/tasks`)
  const rowOf = (jobId: string) => page.getByRole('row', { name: new RegExp(jobId) })
  assert.match((await rowOf(first).textContent()) ?? '', /Prepare result.*every process/)
  await rowOf(first).getByRole('link', { name: first }).click()
  await page.getByText(/could not be assembled/).waitFor()
  await page.goBack()
  await rowOf(first).getByRole('button', { name: 'Retry' }).click()
  await rowOf(first).waitFor({ state: 'detached' })
  await tenant.reached(first, 'completed')
  await rowOf(second).getByRole('button', { name: 'Drop' }).click()
  await page.getByText('No failed tasks').waitFor()
  assert.equal((await tenant.record(second)).stage, 'assembling')
}
