import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { goTo, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let manager: Person
let folder: string

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({ review: false }, { boxes: tagOf('image2d') }))
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  folder = await mkdtemp(join(tmpdir(), 'adding-data-'))
  await mkdir(join(folder, 'street', 'front'), { recursive: true })
  for (const [name, width] of [
    ['first.png', 40],
    ['front/second.png', 41],
    ['.hidden.png', 42],
  ] as const)
    await writeFile(join(folder, 'street', name), await pngOf(width, 30))
  await writeFile(join(folder, 'street', 'notes.txt'), 'not a picture')
})
after(async () => {
  if (folder) await rm(folder, { recursive: true, force: true })
  await stage?.clear()
})

const at = (tab: string) => `/projects/${tenant.projectId}/${tab}`

test('a manager adds a folder and single files, and sees a plan before any job is made', { skip }, (t) =>
  visit(stage.service.baseUrl, at('jobs'), manager, async ({ page, faults }) => {
    await t.test('an empty project leads to adding data, and a folder becomes jobs', () => addFolder(page))
    await t.test('a refused address is told in the form, which keeps it', () => refusedAddress(page))
    await t.test('dropped files are added to the choice, and what is there already is told', () => dropFile(page))
    assert.deepEqual(faults, [])
  }),
)

async function addFolder(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add data' }).click()
  const area = page.getByRole('region', { name: /drop/i })
  const submit = page.getByRole('button', { name: 'Upload and plan' })
  await area.waitFor()
  assert.ok(await submit.isDisabled(), 'nothing is chosen')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a folder' }).click(),
  ])
  await chooser.setFiles(join(folder, 'street'))
  // The hidden file stays on the person's machine.
  await area.getByText('0 of 3 uploaded').waitFor()
  await area.getByText('street/front/second.png').waitFor()
  assert.deepEqual(await seriousViolations(page), [])
  await submit.click()
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  await plan.getByText(/notes\.txt · /).waitFor()
  assert.equal((await tenant.api.get<{ jobs: object[] }>(tenant.path('/jobs'))).jobs.length, 0)
  assert.deepEqual(await seriousViolations(page), [])
  await plan.getByRole('button', { name: 'Create 2 jobs' }).dblclick()
  await page.getByText('2 jobs created').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0, 'the second press changes nothing')
  await page.getByRole('link', { name: 'Show the jobs' }).click()
  await page.getByText('2 jobs', { exact: true }).waitFor()
  assert.match(page.url(), /ingest=/)
  await page.getByText('street/front/second.png').waitFor()
}

async function refusedAddress(page: Page): Promise<void> {
  await goTo(page, at('data'))
  await page.getByLabel('Addresses').fill('s3://nowhere/folder/')
  await page.getByRole('button', { name: 'Upload and plan' }).click()
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByLabel('Addresses').inputValue(), 's3://nowhere/folder/')
  await page.getByLabel('Addresses').fill('')
}

async function dropFile(page: Page): Promise<void> {
  const bytes = [...(await pngOf(44, 30))]
  const transfer = await page.evaluateHandle((content) => {
    const made = new DataTransfer()
    made.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }))
    return made
  }, bytes)
  const area = page.getByRole('region', { name: /drop/i })
  await area.dispatchEvent('drop', { dataTransfer: transfer })
  await area.getByText('dropped.png').waitFor()
  await page.getByRole('button', { name: 'Upload and plan' }).click()
  await page.getByRole('button', { name: 'Create 1 job' }).click()
  await page.getByText('1 job created').waitFor()
}
