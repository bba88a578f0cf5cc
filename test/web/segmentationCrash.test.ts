import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { IssueAnswer } from '../../src/contract/issues.ts'
import { segmentationTag } from '../../src/demo/tags.ts'
import { decodeLabels } from '../../src/formats/document/labelsFile.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { open } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { HERE, pcdOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { dragInView, opened, saved, setSite, visit } from './site.ts'

/** Segmentation in real tabs on the service: one that dies in the middle of the work, and people who talk about points. */

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  const tags = { points: { ...segmentationTag, review: true } }
  ;({ stage, tenant } = await setSite({ name: 'points', base: 'POINT_CLOUD_SEGMENTATION' }, tags))
})
after(() => stage?.clear())

const SIDE = 80

/** A flat square of points, claimed by an annotator. */
async function takenSquare(): Promise<{ jobId: string; ann: Person }> {
  const places = Array.from({ length: SIDE * SIDE }, (_, i) => [(i % SIDE) / 4, Math.floor(i / SIDE) / 4, 0] as const)
  const data_url = stage.files.put(`/${randomUUID()}.pcd`, pcdOf(places))
  const sensor_meta = [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }]
  const sensor_data = { sensors: [{ sensor_id: 'lidar', data_url, sensor_pose: HERE }], sensor_meta }
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag: 'points', data: { sensor_data } })
  await tenant.reached(jobId, 'queued')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  return { jobId, ann }
}

const status = (page: Page) => page.getByRole('region', { name: 'Unlabelled points' }).getByRole('status')

async function cloudLoaded(page: Page): Promise<void> {
  await opened(page)
  await page.getByText('Loading points').waitFor({ state: 'detached' })
  await status(page).waitFor()
}

async function unlabelled(page: Page): Promise<number> {
  return Number((await status(page).textContent())?.split(' ')[0].replaceAll(',', ''))
}

/** Waits until the count is another one. */
async function changed(page: Page, before: number): Promise<number> {
  await until(async () => (await unlabelled(page)) !== before)
  return unlabelled(page)
}

/** Kills what draws and runs the tab, as a crash does: nothing of the page hears of it. */
async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void devtools.send('Page.crash').catch(() => {})
  await crashed
}

/** One after the other across the view, none over another. */
const strokeAt = (n: number): [[number, number], [number, number]] => [
  [0.3 + 0.05 * n, 0.3],
  [0.34 + 0.05 * n, 0.7],
]

test('a tab that dies while a stroke is drawn, or as soon as one was, loses at most the last stroke', {
  skip,
}, async () => {
  const { jobId, ann } = await takenSquare()
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page: first, faults }) => {
    const context = first.context()
    // Nothing reaches the service: what comes back was kept in this browser.
    let isCutOff = true
    await context.route('**/api/jobs/*/operations', (route) => (isCutOff ? route.abort() : route.continue()))
    const opened = async (page: Page) => {
      await cloudLoaded(page)
      for (const key of ['1', 'v', 't']) await page.keyboard.press(key)
    }
    const reopened = async () => {
      const page = await context.newPage()
      await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
      await opened(page)
      return page
    }
    await opened(first)
    const counts = [await unlabelled(first)]
    for (let n = 0; n < 3; n++) {
      await dragInView(first, ...strokeAt(n))
      counts.push(await changed(first, counts[n]))
    }
    const view = (await first.getByRole('main', { name: 'View' }).boundingBox())!
    await first.mouse.move(view.x + 0.6 * view.width, view.y + 0.3 * view.height)
    await first.mouse.down()
    await first.mouse.move(view.x + 0.64 * view.width, view.y + 0.6 * view.height, { steps: 5 })
    await crash(first)

    const second = await reopened()
    const kept = await unlabelled(second)
    assert.ok(kept <= counts[2], `${kept} points are unlabelled after ${counts}`)
    await dragInView(second, ...strokeAt(3))
    await dragInView(second, ...strokeAt(4))
    await crash(second)

    const third = await reopened()
    const left = await unlabelled(third)
    assert.ok(left <= kept, `${left} points are unlabelled after ${kept}`)
    isCutOff = false
    await third.keyboard.press('Control+s')
    await saved(third)
    const { labelsUrl } = await open(ann, jobId)
    const labels = decodeLabels((await ann.call('GET', labelsUrl!)).bytes)
    assert.equal(labels.filter((key) => key === 0).length, left)
    // The work goes on where it was.
    await dragInView(third, [0.3, 0.2], [0.7, 0.8])
    assert.ok((await changed(third, left)) < left)
    await saved(third)
    assert.deepEqual(faults, [])
  })
})

test('an issue pinned on labelled points names their instance, and leads there', { skip }, async () => {
  const { jobId, ann } = await takenSquare()
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    await cloudLoaded(page)
    await page.keyboard.press('v')
    await page.keyboard.press('7')
    await page.keyboard.press('t')
    await dragInView(page, [0.4, 0.3], [0.6, 0.7])
    await page.getByRole('option', { name: /^car#1 / }).waitFor()
    await saved(page)
    await page.keyboard.press('Shift+I')
    const view = (await page.getByRole('main', { name: 'View' }).boundingBox())!
    await page.mouse.click(view.x + 0.5 * view.width, view.y + 0.45 * view.height)
    await page.getByText('Pinned to: car#1, Point').waitFor()
    await page.getByRole('textbox', { name: 'New issue' }).and(page.locator(':focus')).fill('Is this a van?')
    await page.getByRole('button', { name: 'Add issue' }).click()
    const issue = page.getByRole('button', { name: 'car#1, Point' })
    await issue.waitFor()

    // It follows what becomes of the instance.
    await page.getByRole('tab', { name: 'Objects' }).click()
    await page.getByRole('option', { name: /^car#1 / }).click()
    await page.getByRole('button', { name: 'Change class…' }).click()
    await page.getByRole('menuitem', { name: 'pedestrian' }).click()
    await page.getByRole('option', { name: /^pedestrian#1 / }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('tab', { name: 'Issues' }).click()
    await page.getByRole('button', { name: 'pedestrian#1, Point' }).click()
    await page.locator('[data-target="pedestrian#1"]').waitFor()
    await saved(page)
    assert.deepEqual(faults, [])
  })
  const { issues } = await ann.get<{ issues: IssueAnswer[] }>(`/api/jobs/${jobId}/issues`)
  const { document } = await open(ann, jobId)
  assert.equal(issues[0].place.legendEntryId, document.legend[0].id)
})
