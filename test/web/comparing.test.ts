import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Edit } from '../../src/model/document/operations/documentOperation.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { drawBox, open, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { imageShown, opened, setSite, submitAnyway, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let rita: Person

const CLASSES = [
  { name: 'car', color: 'rgb(230, 159, 0)' },
  { name: 'van', color: 'rgb(86, 180, 233)' },
]

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'street' },
    {
      boxes: { operation: 'image2d', classes: CLASSES, review: true },
      shared: { operation: 'image2d', classes: CLASSES, consensus: { annotators: 2, agreement: 0.95 } },
    },
  ))
  rita = await join('reviewer')
})
after(() => stage?.clear())

const join = (role: 'annotator' | 'reviewer' | 'manager') => Person.join(stage.admin, role, [tenant.projectId])

async function queued(tag: string): Promise<string> {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(320, 180))
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag, data: { image_url } })
  await tenant.reached(jobId, 'queued')
  return jobId
}

/** The same box elsewhere. */
function boxAt(edit: Edit, left: number): Edit {
  const text = JSON.stringify(edit)
    .replace('"left":0.1', `"left":${left}`)
    .replace('"right":0.5', `"right":${left + 0.4}`)
  return JSON.parse(text)
}

async function submit(person: Person, jobId: string, edits: (classIds: string[]) => Edit[]): Promise<void> {
  const { version, tag } = await open(person, jobId)
  await save(person, jobId, version, edits(tag.classes.map(({ classId }) => classId)))
  await person.post(`/api/jobs/${jobId}/submit`, { version: version + 1 })
}

/** The colour of what is extra. */
const EXTRA = '240,228,66'

/** Waits until a canvas shows the colour of what is extra, or none does: it is drawn a frame after the list. */
const extraIsDrawn = (page: Page, expected: boolean) =>
  page.waitForFunction(
    ({ colour, isShown }) => {
      const shows = (canvas: HTMLCanvasElement) => {
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
        for (let i = 0; i < data.length; i += 4)
          if (data[i + 3] === 255 && `${data[i]},${data[i + 1]},${data[i + 2]}` === colour) return true
        return false
      }
      return [...document.querySelectorAll<HTMLCanvasElement>('main canvas')].some(shows) === isShown
    },
    { colour: EXTRA, isShown: expected },
    { polling: 200 },
  )

const difference = (page: Page, name: RegExp) =>
  page.getByRole('listbox', { name: 'Differences' }).getByRole('option', { name })

test('a reviewer compares documents in the view', { skip }, (t) =>
  visit(stage.service.baseUrl, '/favicon.ico', rita, async ({ page, faults }) => {
    await t.test('a reviewer sees at a press what was changed since the rejection, and steps through it by keys', () =>
      sinceRejection(page),
    )
    await t.test(
      'a reviewer decides between two annotators object by object, takes one back, and accepts the mix',
      () => decide(page),
    )
    assert.deepEqual(faults, [])
  }),
)

async function sinceRejection(page: Page): Promise<void> {
  const ann = await join('annotator')
  const jobId = await queued('boxes')
  await ann.post(`/api/jobs/${jobId}/claim`)
  let first: Edit | null = null
  await submit(ann, jobId, ([car]) => {
    first = drawBox(car)
    return [first]
  })
  await rita.post(`/api/jobs/${jobId}/claim`)
  await rita.post(`/api/jobs/${jobId}/review`, { decision: 'reject', comment: 'Too large.', version: 1 })
  await ann.post(`/api/jobs/${jobId}/claim`)
  await submit(ann, jobId, ([, van]) => [boxAt(first!, 0.2), boxAt(drawBox(van), 0.55)])
  await rita.post(`/api/jobs/${jobId}/claim`)
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
  await imageShown(page)
  await page.getByRole('tab', { name: 'Checks' }).click()
  await page.getByRole('button', { name: 'Show in the view' }).click()
  await difference(page, /^car 0\.60 Moved$/).waitFor()
  await difference(page, /^van Extra$/).waitFor()
  await extraIsDrawn(page, true)
  assert.deepEqual(await seriousViolations(page), [])
  await page.getByRole('application').focus()
  await page.keyboard.press('Alt+n')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'Moved' }).waitFor()
  await page.keyboard.press('Alt+n')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'Extra' }).waitFor()
  await page.keyboard.press('Alt+p')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'Moved' }).waitFor()
  await page.getByRole('button', { name: /^Extra/ }).click()
  await difference(page, /Extra/).waitFor({ state: 'detached' })
  await extraIsDrawn(page, false)
  await page.waitForFunction(() => location.hash.includes('over=review-1&over=work'))
  await page.reload()
  await difference(page, /^van Extra$/).waitFor()
  await page.keyboard.press('Alt+x')
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor()
  await extraIsDrawn(page, false)
}

async function decide(page: Page): Promise<void> {
  const [ann, ben] = [await join('annotator'), await join('annotator')]
  const jobId = await queued('shared')
  for (const person of [ann, ben]) await person.post('/api/next', { tag: 'shared' })
  await submit(ann, jobId, ([car, van]) => [drawBox(car), boxAt(drawBox(van), 0.55)])
  await submit(ben, jobId, ([car]) => [boxAt(drawBox(car), 0.2)])
  await tenant.reached(jobId, 'in_review')
  await rita.post(`/api/jobs/${jobId}/claim`)
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await opened(page)
  await imageShown(page)
  await difference(page, /^van Missing$/).click()
  const choice = page.getByRole('region', { name: 'Choose for this object' })
  await choice.getByRole('button', { name: 'Take A', pressed: true }).waitFor()
  await choice.getByRole('button', { name: 'Take B' }).click()
  await choice.getByRole('button', { name: 'Take B', pressed: true }).waitFor()
  const holds = (count: number) => until(async () => (await open(rita, jobId)).document.tracks.length === count)
  await holds(1)
  await page.keyboard.press('Control+z')
  await choice.getByRole('button', { name: 'Take A', pressed: true }).waitFor()
  await difference(page, /^car Moved$/).click()
  await page.locator('[role=option][aria-selected=true]', { hasText: 'Moved' }).waitFor()
  await page.keyboard.press('Alt+b')
  await choice.getByRole('button', { name: 'Take B', pressed: true }).waitFor()
  await holds(2)
  assert.deepEqual(await seriousViolations(page), [])
  await submitAnyway(page)
  await tenant.reached(jobId, 'completed')
  const { result } = await tenant.record(jobId)
  const delivered = JSON.parse(await (await fetch(String(result))).text())
  assert.equal(delivered.data.consensus.outcome, 'adjudicated')
  assert.match(JSON.stringify(delivered.data.annotations), /"van"/)
  assert.match(JSON.stringify(delivered.data.annotations), /0\.2/)
}

test('an annotator without feedback is offered no comparison', { skip }, async () => {
  const ann = await join('annotator')
  const jobId = await queued('boxes')
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, '/favicon.ico', ann, async ({ page, faults }) => {
    const answered = page.waitForResponse((response) => response.url().endsWith('/documents'))
    await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
    await opened(page)
    await answered
    assert.equal(await page.getByRole('tab', { name: 'Compare' }).count(), 0)
    assert.deepEqual(faults, [])
  })
})
