import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import type { TagBody } from '../../src/client/types/admin.ts'
import { Model } from '../assistants/model.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { drawBox, open, queuedVideo, save } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { corners, pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { imageShown, setSite, visit } from './site.ts'

const skip = browserSkip()
const IMAGE: TagBody = {
  operation: 'image2d',
  classes: [
    { name: 'car', color: 'rgb(230, 159, 0)' },
    { name: 'person', color: 'rgb(0, 158, 115)' },
  ],
}
let stage: Stage
let tenant: Tenant
let person: Person
let model: Model

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite({ name: 'street' }, { boxes: IMAGE, tracks: { ...IMAGE, operation: 'video2d' } }))
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  model = await Model.start({})
  await stage.admin.put(tenant.path('/assistants/boxer'), { carrier: 'http', url: model.url })
})
after(async () => {
  await model?.stop()
  await stage?.clear()
})

const box = (label: string, left: number) => ({ label, coordinates: corners(left, 0.2, left + 0.15, 0.6) })

async function claimedImage(width = 640, height = 400): Promise<string> {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(width, height))
  const jobId = await tenant.submit({ reference_id: randomUUID(), tag: 'boxes', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  return jobId
}

/** Of the last question about an object. */
const lastInput = () => (model.of('/segment').at(-1) ?? assert.fail('the model was asked')).body.input

/** Whether anything is drawn between the picture and the selection. */
const HAS_SHAPES = `(() => {
  const canvas = document.querySelectorAll('[role=application] canvas')[1]
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return data.filter((value, i) => i % 4 === 3 && value > 64).length > 50
})()`

const suggestionStates = async (jobId: string) => {
  const { suggestions } = await person.get<{ suggestions: { state: string }[] }>(`/api/jobs/${jobId}/suggestions`)
  return suggestions.map(({ state }) => state)
}

/** Waits for something that follows what was done in the page. */
async function untilFollowed<T>(look: () => Promise<T>, expected: T): Promise<void> {
  await until(async () => isDeepStrictEqual(await look(), expected))
}

test('an annotator works with assistants', { skip }, (t) =>
  visit(stage.service.baseUrl, '/account', person, async ({ page, faults }) => {
    await t.test(
      'suggestions are requested, browsed by keys, accepted and dismissed; each undo reverses one decision',
      () => suggested(page),
    )
    await t.test('an object is found by a click, corrected by another next to it, and accepted', () => clicked(page))
    await t.test(
      'an assistant that takes words and boxes gets both, also while a box is pulled, and reports its progress',
      () => described(page),
    )
    await t.test('the assistant gets the visible part of a large image', () => largeImage(page))
    await t.test('preliminary findings of an assistant are shown while it continues, and counted', () => soFar(page))
    await t.test('an assistant that fails says why, and the job continues', () => failing(page))
    await t.test(
      'two objects of a video that a function merges are one row, accepted as one, and one undo parts them',
      () => sameObject(page),
    )
    assert.deepEqual(faults, [])
  }),
)

async function suggested(page: Page): Promise<void> {
  model.answers['/predict'] = () => ({
    data: { annotations: { rectangles: [box('car', 0.1), box('car', 0.4), box('person', 0.7)] } },
    scores: [0.9, 0.3, 0.8],
  })
  const jobId = await claimedImage()
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await imageShown(page)
  await page.getByRole('tab', { name: 'Assist' }).waitFor()
  await page.keyboard.press('Alt+5')
  await page.getByRole('button', { name: 'Suggest objects' }).click()
  await page.getByText('3 suggestions').waitFor()
  const tab = page.getByRole('tab', { name: 'Assist' })
  await tab.getByText('3').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('p')
  const view = (await page.locator('[role=application]').boundingBox())!
  for (const [x, y] of [
    [100, 300],
    [150, 300],
    [120, 350],
  ])
    await page.mouse.click(view.x + x, view.y + y)
  await page.keyboard.press('Enter')
  await untilFollowed(async () => (await open(person, jobId)).document.tracks.length, 1)
  await untilFollowed(() => suggestionStates(jobId), ['open', 'open', 'open'])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('v')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await tab.getByText('2').waitFor()
  await page.keyboard.press('Delete')
  await tab.getByText('1').waitFor()
  await untilFollowed(() => suggestionStates(jobId), ['accepted', 'dropped', 'open'])
  const { document } = await open(person, jobId)
  assert.equal(document.tracks.length, 1)
  await page.keyboard.press('Control+z')
  await tab.getByText('2').waitFor()
  await untilFollowed(() => suggestionStates(jobId), ['accepted', 'open', 'open'])
  assert.equal((await open(person, jobId)).document.tracks.length, 1, 'the dismissal alone was taken back')
  await page.keyboard.press('Control+z')
  await untilFollowed(async () => (await open(person, jobId)).document.tracks.length, 0)
  await untilFollowed(() => suggestionStates(jobId), ['open', 'open', 'open'])
  await page.getByRole('button', { name: 'Accept all', exact: true }).click()
  await untilFollowed(async () => (await open(person, jobId)).document.tracks.length, 3)
}

async function clicked(page: Page): Promise<void> {
  model.answers['/segment'] = ({ body }) => {
    const { points } = body.input.prompts as { points: { positive: boolean }[] }
    return { box: { x: 0.2, y: 0.2, width: points.length > 1 ? 0.1 : 0.3, height: 0.3 }, score: 0.7 }
  }
  await stage.admin.put(tenant.path('/assistants/boxer'), {
    carrier: 'http',
    url: model.url,
    verbs: ['predict', 'segment'],
  })
  const jobId = await claimedImage()
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await imageShown(page)
  await page.getByRole('button', { name: 'Find object' }).waitFor()
  await page.keyboard.press('a')
  const view = (await page.locator('[role=application]').boundingBox())!
  await page.mouse.move(view.x + view.width / 2, view.y + view.height / 2)
  await untilFollowed(() => page.evaluate(HAS_SHAPES), true)
  assert.deepEqual(await suggestionStates(jobId), [], 'what is seen while the pointer moves is not kept')
  const [{ body: looked }] = model.of('/segment')
  assert.equal(looked.input.label, 'car')
  await page.mouse.move(view.x - 20, view.y + view.height / 2)
  await untilFollowed(() => page.evaluate(HAS_SHAPES), false)
  await page.mouse.click(view.x + view.width / 2, view.y + view.height / 2)
  const tab = page.getByRole('tab', { name: 'Assist' })
  await tab.getByText('1').waitFor()
  model.asked.length = 0
  await page.keyboard.down('Alt')
  await page.mouse.click(view.x + view.width / 2 + 60, view.y + view.height / 2)
  await page.keyboard.up('Alt')
  await untilFollowed(() => suggestionStates(jobId), ['replaced', 'open'])
  await page.keyboard.press('Enter')
  await untilFollowed(() => suggestionStates(jobId), ['replaced', 'accepted'])
  const corrected = lastInput()
  assert.deepEqual(
    (corrected.prompts as { points: { positive: boolean }[] }).points.map(({ positive }) => positive),
    [true, false],
  )
}

async function described(page: Page): Promise<void> {
  model.answers['/describe'] = () => ({ version: '2', verbs: ['segment'], prompts: ['text', 'box'] })
  const go = Promise.withResolvers<void>()
  model.answers['/segment'] = async ({ body }, response) => {
    const { text, box: marked } = body.input.prompts as { text?: string; box?: object }
    const found = { box: marked ?? { x: 0.2, y: 0.2, width: 0.1, height: 0.3 }, score: 0.7 }
    if (text !== 'the red car') return found
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`{"progress":0.4}\n${JSON.stringify({ partial: found })}\n`)
    await go.promise
    response.end(`${JSON.stringify({ result: found })}\n`)
    return null
  }
  await stage.admin.put(tenant.path('/assistants/boxer'), { carrier: 'http', url: model.url })
  const jobId = await claimedImage()
  model.asked.length = 0
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await imageShown(page)
  await page.getByRole('button', { name: 'Find object' }).click()
  const bar = page.getByRole('toolbar', { name: 'Find object' })
  await bar.getByText('Drag a box around the object.').waitFor()
  const view = (await page.locator('[role=application]').boundingBox())!
  const place = (x: number, y: number) => [view.x + view.width * x, view.y + view.height * y] as const
  await page.mouse.click(...place(0.5, 0.5))
  await page.mouse.move(...place(0.4, 0.4))
  await page.mouse.down()
  await page.mouse.move(...place(0.6, 0.6), { steps: 4 })
  await untilFollowed(() => page.evaluate(HAS_SHAPES), true)
  assert.deepEqual(await suggestionStates(jobId), [])
  assert.ok(model.of('/segment').every(({ body }) => 'box' in (body.input.prompts as object)))
  await page.mouse.up()
  await untilFollowed(() => suggestionStates(jobId), ['open'])
  await page.keyboard.press('Enter')
  await untilFollowed(() => suggestionStates(jobId), ['accepted'])

  await bar.getByRole('textbox', { name: 'What to find' }).fill('the red car')
  await page.keyboard.press('Enter')
  await page.locator('[role=status] [role=progressbar][aria-valuenow="40"]').waitFor()
  await untilFollowed(() => page.evaluate(HAS_SHAPES), true)
  go.resolve()
  await untilFollowed(() => suggestionStates(jobId), ['accepted', 'open'])
  assert.equal((lastInput().prompts as { text: string }).text, 'the red car')
}

async function largeImage(page: Page): Promise<void> {
  model.answers['/describe'] = () => ({ version: '3', verbs: ['segment'], operations: ['image2d'] })
  model.answers['/segment'] = () => ({ box: { x: 0.45, y: 0.45, width: 0.1, height: 0.1 }, score: 0.7 })
  await stage.admin.put(tenant.path('/assistants/boxer'), { carrier: 'http', url: model.url })
  const jobId = await claimedImage(2400, 1600)
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await imageShown(page)
  await page.getByRole('button', { name: 'Find object' }).click()
  const view = (await page.locator('[role=application]').boundingBox())!
  const middle = [view.x + view.width / 2, view.y + view.height / 2] as const
  await page.mouse.click(...middle)
  await untilFollowed(() => suggestionStates(jobId), ['open'])
  assert.equal('crop' in lastInput(), false)
  await page.keyboard.press('Enter')
  for (let step = 0; step < 8; step++) await page.keyboard.press('Equal')
  await page.mouse.click(...middle)
  await untilFollowed(() => suggestionStates(jobId), ['accepted', 'open'])
  const { x, y, width, height } = lastInput().crop as Record<string, number>
  assert.ok(x < 0.5 && y < 0.5 && x + width > 0.5 && y + height > 0.5 && width * height < 0.3)
  model.answers['/describe'] = () => ({ version: '1', verbs: ['predict', 'segment'] })
}

async function soFar(page: Page): Promise<void> {
  const go = Promise.withResolvers<void>()
  const answer = (...labels: string[]) => ({
    data: { annotations: { rectangles: labels.map((label, i) => box(label, 0.1 + 0.3 * i)) } },
  })
  model.answers['/predict'] = async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`${JSON.stringify({ partial: answer('car') })}\n`)
    await go.promise
    response.end(`${JSON.stringify({ result: answer('car', 'person') })}\n`)
    return null
  }
  await stage.admin.put(tenant.path('/assistants/boxer'), { carrier: 'http', url: model.url, verbs: ['predict'] })
  const jobId = await claimedImage()
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await imageShown(page)
  await page.getByRole('tab', { name: 'Assist' }).click()
  await page.getByRole('button', { name: 'Suggest objects' }).click()
  await page.getByText('1 found so far').waitFor()
  await untilFollowed(() => page.evaluate(HAS_SHAPES), true)
  await page.getByText('No suggestions here yet.').waitFor()
  go.resolve()
  await page.getByText('2 suggestions').waitFor()
  await page.getByRole('button', { name: 'Accept all', exact: true }).click()
  await untilFollowed(async () => (await open(person, jobId)).document.tracks.length, 2)
}

async function failing(page: Page): Promise<void> {
  model.answers['/predict'] = () => ({ data: { annotations: { rectangles: [box('tree', 0.1)] } } })
  const jobId = await claimedImage()
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await imageShown(page)
  await page.getByRole('tab', { name: 'Assist' }).click()
  await page.getByRole('button', { name: 'Suggest objects' }).click()
  await page.getByText('Failed: The assistant’s answer does not fit this job.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('No suggestions here yet.').waitFor()
}

async function sameObject(page: Page): Promise<void> {
  model.answers['/'] = () => [0]
  await stage.admin.put(tenant.path('/assistants/reid'), { carrier: 'cvat', kind: 'reid', url: model.url })
  const jobId = await queuedVideo(stage, tenant, 'tracks', 4)
  await person.post(`/api/jobs/${jobId}/claim`, {})
  const { version, tag } = await open(person, jobId)
  const seen = (id: string, frame: number) => drawBox(tag.classes[0].classId, id, { frame })
  await save(person, jobId, version, [seen('a', 0), seen('b', 2)])
  const ids = async () => (await open(person, jobId)).document.tracks.map(({ id }) => id).sort()
  await page.goto(`${stage.service.baseUrl}/jobs/${jobId}`)
  await imageShown(page)
  const objects = page.getByRole('option', { name: /car/ })
  await objects.first().click()
  await objects.nth(1).click({ modifiers: ['Control'] })
  await page.getByRole('tab', { name: 'Assist' }).click()
  await page.getByRole('region', { name: 'reid' }).getByRole('button', { name: 'Track selected' }).click()
  const row = page.getByRole('button', { name: 'Same object: car, frame 2' })
  await row.click()
  await page
    .locator('.timeline-frame')
    .filter({ hasText: /^Frame 2 \(/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await row.waitFor({ state: 'detached' })
  await untilFollowed(ids, ['a'])
  await untilFollowed(() => suggestionStates(jobId), ['accepted'])
  await page.keyboard.press('Control+z')
  await untilFollowed(ids, ['a', 'b'])
}
