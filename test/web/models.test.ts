import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { open } from '../support/office.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { installDetector, installModel, installSegmenter, SEGMENT_MANIFEST } from '../support/tinyModels.ts'
import { imageShown, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let person: Person

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'street' },
    { areas: { operation: 'image2d', classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }] } },
  ))
  const { dataDir } = stage.service
  installSegmenter(dataDir, 'clicker')
  installDetector(dataDir, 'quarters')
  installModel(dataDir, 'broken', {
    'manifest.json': JSON.stringify(SEGMENT_MANIFEST),
    'encoder.onnx': 'no network',
    'decoder.onnx': 'no network',
  })
  installModel(dataDir, 'unknown-kind', { 'manifest.json': '{"kind": "oracle"}' })
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
})
after(() => stage?.clear())

/** Dark, with a bright patch that fills most of the upper right quarter. */
async function claimedPicture(): Promise<string> {
  const patch = await sharp({ create: { width: 280, height: 180, channels: 3, background: '#f0f0f0' } })
    .png()
    .toBuffer()
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#202020' } })
    .composite([{ input: patch, left: 340, top: 10 }])
    .png()
    .toBuffer()
  const image_url = stage.files.put(`/${randomUUID()}.png`, picture)
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag: 'areas', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  return jobId
}

interface Outline {
  label: string
  assistance?: { assistant: string; version: string; score: number | null }
  points: Record<string, { x: number; y: number }>
}

test('models run in the page', { skip }, (t) =>
  visit(stage.service.baseUrl, '/account', person, async ({ page, faults }) => {
    await t.test('a broken model says why, and the job continues', () => broken(page))
    await t.test(
      'a model in the page cuts out what is clicked and another suggests boxes; both are delivered with where they come from, and no picture leaves the page',
      () => working(page),
    )
    assert.deepEqual(faults, [])
  }),
)

async function broken(page: Page): Promise<void> {
  const jobId = await claimedPicture()
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await imageShown(page)
  await page.getByRole('tab', { name: 'Assist' }).click()
  await page.getByRole('region', { name: 'unknown-kind' }).getByText('kind: segment_anything or detector').waitFor()
  await page.getByRole('region', { name: 'broken' }).getByRole('button', { name: 'Find object by clicks' }).click()
  const view = (await page.locator('[role=application]').boundingBox())!
  await page.mouse.click(view.x + view.width / 2, view.y + view.height / 2)
  await page.getByText(/does not work: (en|de)coder/).waitFor()
  await page.getByText('No suggestions here yet.').waitFor()
}

async function working(page: Page): Promise<void> {
  const jobId = await claimedPicture()
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stage.admin.baseUrl) && /^https?:/.test(request.url())) elsewhere.push(request.url())
  })
  await imageShown(page)
  await page.getByRole('tab', { name: 'Assist' }).click()
  const clicker = page.getByRole('region', { name: 'clicker' })
  await clicker.getByRole('button', { name: 'Find object by clicks' }).click()
  const view = (await page.locator('[role=application]').boundingBox())!
  const scale = Math.min(view.width / 640, view.height / 400)
  const at = (x: number, y: number): [number, number] => [
    view.x + view.width / 2 + (x - 320) * scale * 0.95,
    view.y + view.height / 2 + (y - 200) * scale * 0.95,
  ]
  await page.mouse.click(...at(480, 100))
  const tab = page.getByRole('tab', { name: 'Assist' })
  await tab.getByText('1').waitFor()
  await page.keyboard.press('Enter')
  await tab.getByText('1').waitFor({ state: 'detached' })
  const quarters = page.getByRole('region', { name: 'quarters' })
  await quarters.getByRole('button', { name: 'Suggest objects' }).click()
  await tab.getByText('1').waitFor()
  await page.getByRole('button', { name: 'Accept all', exact: true }).click()
  await tab.getByText('1').waitFor({ state: 'detached' })
  // The service hears of it after the objects are saved.
  await until(async () => {
    const path = `/api/jobs/${jobId}/suggestions`
    const { suggestions } = await person.get<{ suggestions: { state: string }[] }>(path)
    return suggestions.filter(({ state }) => state === 'accepted').length === 2
  })
  assert.equal((await open(person, jobId)).document.tracks.length, 2)
  assert.deepEqual(elsewhere, [])
  const { version } = await open(person, jobId)
  await person.post(`/api/jobs/${jobId}/submit`, { version })
  const { result } = await tenant.reached(jobId, 'completed')
  const delivered = JSON.parse(await (await fetch(result!)).text()) as {
    data: { annotations: { polygons: Outline[]; rectangles: { label: string; assistance?: Outline['assistance'] }[] } }
  }
  const { polygons, rectangles } = delivered.data.annotations
  const [polygon] = polygons
  const xs = Object.values(polygon.points).map(({ x }) => x)
  const ys = Object.values(polygon.points).map(({ y }) => y)
  const near = (value: number, expected: number) =>
    assert.ok(Math.abs(value - expected) < 0.02, `${value}, ${expected}`)
  near(Math.min(...xs), 340 / 640)
  near(Math.max(...xs), 620 / 640)
  near(Math.min(...ys), 10 / 400)
  near(Math.max(...ys), 190 / 400)
  assert.deepEqual(polygon.assistance, { assistant: 'clicker', version: '1', score: 0.75 })
  const [box] = rectangles
  assert.equal(rectangles.length, 1)
  assert.equal(box.assistance?.assistant, 'quarters')
}
