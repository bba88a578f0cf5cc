import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { ClassBody } from '../../src/client/types/admin.ts'
import { makeStreet } from '../../src/demo/street/street.ts'
import { segmentationTag } from '../../src/demo/tags.ts'
import { decodeLabels } from '../../src/formats/document/labelsFile.ts'
import { labelRunsOf } from '../../src/model/document/operations/labelRuns.ts'
import { browserSkip } from '../browser.ts'
import { open, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { recordedFile, recordedJob, recordingsSkip } from '../support/recordings.ts'
import { HERE } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { readLabelledCloud } from './labelledCloud.ts'
import { dragInView, opened, setSite, submitAnyway, visit } from './site.ts'

const skip = browserSkip()
const TERRAIN: ClassBody[] = [
  { name: 'ground', color: 'rgb(98, 220, 100)', instantiable: false },
  { name: 'object', color: 'rgb(165, 95, 43)', instantiable: false },
]
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'points', base: 'POINT_CLOUD_SEGMENTATION' },
    {
      points: segmentationTag,
      reviewed: { ...segmentationTag, review: true },
      segmentation: { operation: 'segmentation3d', classes: TERRAIN },
    },
  ))
})
after(() => stage?.clear())

const POINTS = makeStreet({ seed: 5, frames: 1, beams: 24, azimuthStepDeg: 0.6 }).frames[0].lidar.positions

/** The demo street as lines of a PCD: spelled in many ways, with points that are missing and such that are there twice. */
function streetLines(): string[] {
  const lines: string[] = []
  for (let i = 0; i < POINTS.length; i += 3) {
    const [x, y, z] = POINTS.subarray(i, i + 3)
    const n = i / 3
    if (n % 211 === 0) lines.push('nan NaN nan')
    if (n % 5 === 0) lines.push(`${x.toExponential(3)} ${y.toFixed(4)} ${z}`)
    else lines.push(`${x.toFixed(2)} ${y.toFixed(3)} ${z < 0 ? '' : '+'}${z.toFixed(3)}`)
    if (n % 97 === 0) lines.push(lines[lines.length - 1])
  }
  return lines
}

async function queuedStreet(tag: string, prediction?: object): Promise<{ jobId: string; lines: string[] }> {
  const lines = streetLines()
  const header = ['VERSION 0.7', 'FIELDS x y z', 'SIZE 4 4 4', 'TYPE F F F', 'COUNT 1 1 1', `WIDTH ${lines.length}`]
  const text = [...header, 'HEIGHT 1', `POINTS ${lines.length}`, 'DATA ascii', ...lines, ''].join('\n')
  const data_url = stage.files.put(`/${randomUUID()}.pcd`, Buffer.from(text))
  const sensor_meta = [{ id: 'lidar', name: 'lidar', modality: 'lidar', primary_view: true, state: 'editable' }]
  const sensor_data = { sensors: [{ sensor_id: 'lidar', data_url, sensor_pose: HERE }], sensor_meta }
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag, data: { sensor_data }, prediction })
  await tenant.reached(jobId, 'queued')
  return { jobId, lines }
}

async function labelsOf(person: Person, jobId: string): Promise<Uint32Array> {
  const { labelsUrl } = await open(person, jobId)
  const answer = await person.call('GET', labelsUrl!)
  return decodeLabels(answer.bytes)
}

const cloudLoaded = (page: Page) => page.getByText('Loading points').waitFor({ state: 'detached' })
async function delivered(jobId: string) {
  const { result } = await tenant.reached(jobId, 'completed')
  const anybody = tenant.api.with(null)
  const { data } = JSON.parse(String((await anybody.call('GET', result!)).bytes)) as {
    data: { url: string; legend: { label_key: number; text: string }[] }
  }
  const file = readLabelledCloud((await anybody.call('GET', data.url)).bytes)
  const names = new Map(data.legend.map(({ label_key, text }) => [label_key, text]))
  return { ...file, names: file.labelKeys.map((key) => names.get(key) ?? `no entry ${key}`) }
}

const target = (page: Page) => page.locator('[data-target]').getAttribute('data-target')

test('a street is labelled with ground, clusters and a lasso; what is delivered is what was seen, character by character', {
  skip,
}, async () => {
  const { jobId, lines } = await queuedStreet('points')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    await opened(page)
    await cloudLoaded(page)
    const left = page.getByRole('region', { name: 'Unlabelled points' }).getByRole('status')
    await left.getByText('unlabelled (100%)').waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('g')
    await page
      .getByRole('toolbar', { name: 'Ground' })
      .getByText(/[1-9][\d,]* points/)
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^road [\d,]+ 1$/ }).waitFor()

    await page.keyboard.press('7')
    await page.keyboard.press('k')
    const offer = page.getByRole('toolbar', { name: 'Suggestion' })
    await offer.getByText(/^1 of/).waitFor()
    await page.keyboard.press('Tab')
    await offer.getByText(/^2 of/).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /car#1/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /car#2/ }).waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    await page.keyboard.press('Escape')
    await offer.waitFor({ state: 'detached' })

    await page.keyboard.press('Space')
    await page.keyboard.press('v')
    await page.keyboard.press('l')
    await page.keyboard.press('n')
    assert.equal(await target(page), 'car')
    await dragInView(page, [0.3, 0.3], [0.45, 0.75])
    await page.keyboard.press('4')
    await page.getByRole('button', { name: 'Fill' }).click()
    await left.getByText('All points are labelled.').waitFor()
    await page.keyboard.press('Control+z')
    await left.getByText(/unlabelled/).waitFor()
    await page.keyboard.press('Control+y')
    await left.getByText('All points are labelled.').waitFor()
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/No points labelled as: sidewalk/).waitFor()
    await page.keyboard.press('Escape')
    await submitAnyway(page)
    assert.deepEqual(faults, [])
  })
  const file = await delivered(jobId)
  assert.deepEqual(file.places, lines)
  assert.equal(file.header.get('WIDTH'), String(lines.length))
  const named = file.names
  for (const name of ['road', 'car#1', 'car#2', 'building']) assert.ok(named.includes(name), name)
  lines.forEach((line, i) => {
    if (/nan/i.test(line)) assert.equal(named[i], 'unlabelled', 'missing points have no label')
    else assert.notEqual(named[i], 'unlabelled')
    // Twice at one place, in one order or the other: both were taken or none.
    if (i > 0 && line === lines[i - 1]) assert.equal(named[i], named[i - 1])
  })
  assert.deepEqual(file.labelKeys, [...(await labelsOf(ann, jobId))])
})

test('a prediction is begun with; a review sees what has changed since the last, and fixes', { skip }, async () => {
  const count = streetLines().length
  // The first half was taken for road, a bit of it for a car.
  const labels = Array.from({ length: count }, (_, i) => (i < 200 ? 9 : i < count / 2 ? 4 : 0))
  const legend = [
    { value: 'road', label_key: 4 },
    { value: 'car#4', label_key: 9 },
  ]
  const { jobId, lines } = await queuedStreet('reviewed', { data: { legend, labels } })
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    await opened(page)
    await cloudLoaded(page)
    await page.getByRole('option', { name: /^car#4 / }).waitFor()
    await submitAnyway(page)
    assert.deepEqual(faults, [])
  })
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, {
    decision: 'reject',
    comment: 'Label the rest.',
    version: (await open(rita, jobId)).version,
  })
  await ann.post(`/api/jobs/${jobId}/claim`)
  const { tag, version, document } = await open(ann, jobId)
  const building = tag.classes.find(({ name }) => name === 'building')!
  const car = document.legend.find(({ instance }) => instance === 4)!
  const rest = [...labels.keys()].filter((i) => labels[i] === 9 || (labels[i] === 0 && !/nan/i.test(lines[i])))
  const entry = { id: randomUUID(), labelKey: 10, classId: building.classId, instance: null, color: null }
  const saved = await save(ann, jobId, version, [
    { type: 'putLegendEntry', entry, index: null },
    { type: 'setLabels', runs: labelRunsOf(rest, 10) },
    { type: 'removeLegendEntry', id: car.id },
  ])
  await ann.post(`/api/jobs/${jobId}/submit`, { version: saved.version })
  await rita.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, rita, async ({ page, faults }) => {
    await opened(page)
    await cloudLoaded(page)
    await page.getByRole('tab', { name: 'Checks' }).click()
    await page.getByRole('button', { name: 'Show changes' }).click()
    const changes = page.getByRole('region', { name: 'Changes since the last review' })
    await changes.getByRole('button', { name: /^Unlabelled → building/ }).waitFor()
    await changes.getByRole('button', { name: /^car → building/ }).click()
    await page.getByRole('tab', { name: 'Objects' }).click()
    await page.keyboard.press('5')
    await page.keyboard.press('t')
    await dragInView(page, [0.4, 0.3], [0.6, 0.7])
    await page.getByRole('button', { name: /^vegetation [1-9]/ }).waitFor()
    await submitAnyway(page)
    assert.deepEqual(faults, [])
  })
  const { names } = await delivered(jobId)
  assert.deepEqual(new Set(names), new Set(['unlabelled', 'road', 'building', 'vegetation']))

  const { viewer_url } = await tenant.record(jobId)
  const { pathname, search } = new URL(viewer_url)
  await visit(stage.service.baseUrl, pathname + search, null, async ({ page, faults }) => {
    await opened(page)
    await cloudLoaded(page)
    await page.getByRole('button', { name: /^Hide road$/ }).click()
    assert.equal(await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button').count(), 1)
    for (const name of ['Fill', 'Delete', 'Submit', 'Undo', 'Only visible']) {
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    }
    assert.deepEqual(faults, [])
  })
})

test('a recorded terrain of large coordinates is labelled, and comes back as it was sent', {
  skip: skip || recordingsSkip(),
}, async () => {
  const body = recordedJob<{ data: { sensor_data: { sensors: { data_url: string }[] } } }>(
    stage.files,
    'seg_terrain_samp41',
  )
  const jobId = await tenant.submit(body)
  await tenant.reached(jobId, 'queued')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    await opened(page)
    await cloudLoaded(page)
    await page.getByText('11,231 unlabelled (100%)').waitFor()
    await page.keyboard.press('v')
    await page.keyboard.press('t')
    await dragInView(page, [0.35, 0.3], [0.65, 0.7])
    await page.getByRole('button', { name: /^ground [1-9]/ }).waitFor()
    await page.keyboard.press('2')
    await page.getByRole('button', { name: 'Fill' }).click()
    await page.getByText('All points are labelled.').waitFor()
    await submitAnyway(page)
    assert.deepEqual(faults, [])
  })
  const { places, names } = await delivered(jobId)
  const sent = recordedFile(body.data.sensor_data.sensors[0].data_url).toString('utf8').trimEnd().split('\n')
  assert.deepEqual(places, sent.slice(sent.indexOf('DATA ascii') + 1))
  assert.deepEqual(new Set(names), new Set(['ground', 'object']))
})
