import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { formatList } from '../../src/interchange/formatList.ts'
import { english } from '../../src/web/messages/en/english.ts'
import { browserSkip } from '../browser.ts'
import { zipOf } from '../imports/archives.ts'
import { Person } from '../support/person.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { goTo, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let manager: Person

const LINE_AND_BOX = {
  annotations: {
    rectangles: [{ label: 'car', coordinates: corners(0.1, 0.2, 0.4, 0.5) }],
    lines: [{ label: 'car', points: { a: { x: 0.1, y: 0.2 }, b: { x: 0.4, y: 0.5 } }, edges: { ab: ['a', 'b'] } }],
  },
}

function corners(left: number, top: number, right: number, bottom: number) {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({ review: false }, { boxes: tagOf('image2d') }))
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
  for (const referenceId of ['done', 'waiting']) {
    const url = stage.files.put(`/${referenceId}.png`, await pngOf(40, 30))
    const jobId = await tenant.submit({ reference_id: referenceId, tag: 'boxes', data: { image_url: url } })
    await tenant.reached(jobId, 'queued')
    if (referenceId === 'waiting') continue
    await tenant.submitResult(jobId, LINE_AND_BOX)
    await tenant.reached(jobId, 'completed')
  }
})
after(() => stage?.clear())

const at = (tab: string) => `/projects/${tenant.projectId}/${tab}`
const pick = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
test('each format and each kind of loss has its words', () => {
  const missing = formatList().flatMap(({ format, operations, losses }) => [
    ...[`format.${format}`, ...operations.map((one) => `exchange.operation.${one}`)].filter((id) => !(id in english)),
    ...losses.filter((kind) => !lossWords(kind).every((id) => id in english)),
  ])
  assert.deepEqual(missing, [])
})

function lossWords(kind: string): string[] {
  if (`loss.kind.${kind}` in english) return []
  const [, dropped] = /^(.+)_dropped$/.exec(kind) ?? []
  if (dropped) return [`loss.what.${dropped}`]
  const [, what, form] = /^(.+)_as_(.+)$/.exec(kind) ?? []
  return [`loss.what.${what}`, `loss.form.${form}`]
}

test('a manager moves labels out of a project and into it', { skip }, (t) =>
  visit(stage.service.baseUrl, at('exports'), manager, async ({ page, faults }) => {
    await t.test('a manager exports, sees what was left out, opens the object, downloads and repeats', () =>
      exporting(page),
    )
    await t.test('a file that is not an archive is refused as such', () => noArchive(page))
    await t.test('a manager drops an archive, matches its classes, and the labels are there', () => importing(page))
    assert.deepEqual(faults, [])
  }),
)

async function exporting(page: Page): Promise<void> {
  await page.getByText('No exports yet').waitFor()
  await pick(page, 'Format', 'COCO')
  await page.getByText('Lines and 2D cuboids are left out').waitFor()
  const preview = page.getByRole('list', { name: 'In the archive' })
  await preview.getByText('instances_default.json').waitFor()
  assert.equal(await preview.getByText('images/').count(), 0)
  await page.getByLabel('Include the original images and clouds').check()
  await page.getByText('80/20').click()
  await preview.getByText('instances_train.json').waitFor()
  assert.equal(await preview.getByText('images/').count(), 1)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const card = page.getByRole('region', { name: 'COCO' })
  await card.getByText('Completed').waitFor()
  await card.getByText('1 of 1 jobs').waitFor()
  await card.getByText('Lines: left out (1)').waitFor()
  assert.match(
    (await card.getByRole('link', { name: 'Example: done' }).getAttribute('href')) ?? '',
    /^\/(jobs|projects)\//,
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Download' }).click(),
  ])
  assert.equal((await readFile(await download.path())).subarray(0, 2).toString(), 'PK')
  await card.getByRole('button', { name: 'Repeat' }).click()
  assert.equal(await page.getByRole('combobox', { name: 'Format' }).inputValue(), 'COCO')
  assert.ok(await page.getByLabel('Include the original images and clouds').isChecked())
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.waitForFunction(() => document.querySelectorAll('section[aria-label=COCO]').length === 2)
  await card.first().getByText('Completed').waitFor()
  await card.first().getByRole('button', { name: 'Delete' }).click()
  await page.waitForFunction(() => document.querySelectorAll('section[aria-label=COCO]').length === 1)
  await page.getByRole('link', { name: 'Example: done' }).click()
  await page.waitForURL(/\/jobs\//)
}

async function noArchive(page: Page): Promise<void> {
  await goTo(page, at('imports'))
  await page.locator('input[type=file]').setInputFiles({
    name: 'labels.rar',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('Rar!'),
  })
  await page.getByText('This is not a ZIP archive').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled())
}

async function importing(page: Page): Promise<void> {
  await goTo(page, at('imports'))
  const coco = {
    images: [
      { id: 1, file_name: 'waiting.png', width: 40, height: 30 },
      { id: 2, file_name: 'elsewhere.png', width: 40, height: 30 },
    ],
    categories: [{ id: 1, name: 'automobile' }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [4, 6, 12, 9], area: 108, iscrowd: 0 }],
  }
  const bytes = await zipOf({ 'annotations/instances_default.json': JSON.stringify(coco) })
  // As a file manager drops it.
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    transfer.items.add(new File([content], 'labels.zip', { type: 'application/zip' }))
    return transfer
  }, bytes.toString('base64'))
  const area = page.getByRole('region', { name: 'Archive' })
  await area.dispatchEvent('drop', { dataTransfer: data })
  await page.getByText('Recognized as COCO').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const table = page.getByRole('table', { name: 'Classes' })
  await table.getByText('automobile').waitFor()
  const again = page.getByRole('button', { name: 'Import with these classes' })
  assert.ok(await again.isDisabled(), 'what becomes of the class is not chosen yet')
  await pick(page, 'Class for automobile', 'car')
  await again.click()
  const card = page.getByRole('region', { name: 'COCO' }).first()
  await card.getByText('Completed').waitFor()
  await card.getByText('elsewhere.png').waitFor()
  await card.getByText('No job has this file').waitFor()
  await card.getByText('1 of 2 matched').waitFor()
}
