import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TagBody } from '../../src/client/types/admin.ts'
import type { IssueAnswer } from '../../src/contract/issues.ts'
import { encodeImage } from '../../src/demo/fileShelf.ts'
import { linkedJob, streetTag } from '../../src/demo/street/jobs.ts'
import { makeStreet } from '../../src/demo/street/street.ts'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import { pngOf } from '../support/samples.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { seriousViolations } from './accessibility.ts'
import { imageShown, opened, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'street', base: 'SENSOR_FUSION' },
    {
      boxes: { operation: 'image2d', classes: [{ name: 'car', color: 'rgb(230, 159, 0)' }], review: true },
      linked: streetTag('cuboid3d_linked2d') as TagBody,
    },
  ))
})
after(() => stage?.clear())

const issuesOf = async (person: Person, jobId: string) =>
  (await person.get<{ issues: IssueAnswer[] }>(`/api/jobs/${jobId}/issues`)).issues

/** Types into the form that came forward, and sends it. */
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New issue' }).and(page.locator(':focus')).fill(text)
  await page.getByRole('button', { name: 'Add issue' }).click()
  await page.locator('[aria-current]', { hasText: text }).waitFor()
}

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`)

/** A pin is drawn with the first picture after the issues arrived: until then a click is one beside it. */
async function clickPin(page: Page, place: readonly [number, number], text: string): Promise<void> {
  const card = page.locator('[aria-current=true]', { hasText: text })
  for (let tries = 0; tries < 10 && (await card.count()) === 0; tries++) {
    await page.mouse.click(...place)
    await card.waitFor({ timeout: 2_000 }).catch(() => {})
  }
  await card.waitFor({ timeout: 1_000 })
}

test('an annotator pins an issue to a place of an image; the reviewer finds it by its pin', { skip }, async () => {
  const image_url = stage.files.put(`/${randomUUID()}.png`, await pngOf(640, 400))
  const jobId = await tenant.submit({ reference_id: 'pinned', tag: 'boxes', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  const looker = await Person.join(stage.admin, 'viewer', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  let place: [number, number] = [0, 0]
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    await opened(page)
    await imageShown(page)
    const view = (await page.getByRole('application').boundingBox())!
    place = [view.x + view.width * 0.6, view.y + view.height * 0.5]
    await page.keyboard.press('Shift+I')
    await page.getByText('Click the point that the issue is about.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Click the point').waitFor({ state: 'detached' })
    // With another tool than the one for selecting: nothing is drawn.
    await page.keyboard.press('r')
    await page.keyboard.press('Shift+I')
    await page.getByText('Click the point that the issue is about.').waitFor()
    await page.mouse.click(...place)
    await page.getByText('Pinned to: Point').waitFor()
    await page.getByRole('button', { name: 'Remove pin' }).click()
    await page.getByText('Pinned to: Job').waitFor()
    await page.getByRole('button', { name: 'Pin to a point' }).click()
    await page.mouse.click(...place)
    await write(page, 'Is this a car?')
    const [issue] = await issuesOf(ann, jobId)
    const scale = Math.min((view.width - 24) / 640, (view.height - 24) / 400)
    near(issue.place.imagePoint!.x, 0.5 + (0.1 * view.width) / (640 * scale), 0.003)
    near(issue.place.imagePoint!.y, 0.5, 0.003)
    assert.equal(await page.getByRole('option').count(), 0, 'no box was drawn')
    // Whom the annotator may name is offered behind an @, by keys as by the pointer.
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.pressSequentially(`Look, @${rita.email.slice(0, 6).toUpperCase()}`)
    await page.getByRole('option', { name: rita.email }).waitFor()
    assert.deepEqual(await seriousViolations(page), [])
    await page.keyboard.press('Enter')
    await page.getByRole('option').waitFor({ state: 'detached' })
    assert.equal(await reply.inputValue(), `Look, @${rita.email} `)
    await reply.fill('')
    assert.deepEqual(faults, [])
  })
  for (const person of [rita, looker]) {
    await visit(stage.service.baseUrl, `/jobs/${jobId}`, person, async ({ page, faults }) => {
      await opened(page)
      await imageShown(page)
      await page.getByRole('tab', { name: 'Issues 1' }).waitFor()
      await clickPin(page, place, 'Is this a car?')
      const form = page.getByRole('textbox', { name: 'New issue' })
      assert.equal(await form.count(), person === rita ? 1 : 0)
      if (person === rita) {
        await page.getByRole('button', { name: 'Resolve' }).click()
        await page.getByText('No open issues').waitFor()
      } else {
        await page.keyboard.press('Shift+I')
        assert.equal(await page.getByText('Click the point').count(), 0)
      }
      assert.deepEqual(faults, [])
    }).catch((error) => {
      throw new Error(`as ${person === rita ? 'reviewer' : 'viewer'}: ${error}`)
    })
    if (person === rita) await reopen(rita, jobId)
  }
})

/** The viewer is to find it open. */
async function reopen(person: Person, jobId: string): Promise<void> {
  const [{ issueId }] = await issuesOf(person, jobId)
  await person.post(`/api/jobs/${jobId}/issues/${issueId}/resolve`, { resolved: false })
}

test('in sensor fusion, places in space and in a camera’s image are pinned, shown and led to', { skip }, async () => {
  const street = makeStreet({ frames: 2, beams: 32, azimuthStepDeg: 0.4, image: { width: 640, height: 400 } })
  const naming = { referenceId: 'drive', tag: 'linked', baseUrl: `${stage.files.baseUrl}/drive/` }
  const { body, files } = linkedJob(street, { ...naming, imageExtension: 'jpg' })
  for (const file of files) {
    const bytes = file.kind === 'pcd' ? file.bytes() : await encodeImage(file.render())
    stage.files.put(`/drive/${file.path}`, Buffer.from(bytes))
  }
  const jobId = await tenant.submit(body)
  await tenant.reached(jobId, 'queued')
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    await opened(page)
    await page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
    const main = (await page.locator('[data-view="main"]').boundingBox())!
    const centre: [number, number] = [main.x + main.width * 0.55, main.y + main.height * 0.6]
    await page.keyboard.press('Shift+I')
    await page.mouse.click(...centre)
    await write(page, 'What is this?')
    const [inSpace] = await issuesOf(ann, jobId)
    assert.equal(inSpace.place.frame, 0)
    const { position } = inSpace.place
    assert.ok(position && Object.values(position).every(Number.isFinite), JSON.stringify(inSpace.place))

    await page.keyboard.press('Escape')
    await page.mouse.click(main.x + 5, main.y + main.height - 5)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+I')
    const camera = (await page.locator('.sensors-camera').first().boundingBox())!
    await page.mouse.click(camera.x + camera.width / 2, camera.y + camera.height / 2)
    await write(page, 'The sun blinds here.')
    const inImage = (await issuesOf(ann, jobId)).find(({ place }) => place.imagePoint)!.place
    assert.equal(inImage.frame, 1)
    assert.equal(inImage.sensorId, 'front')
    near(inImage.imagePoint!.x, 0.5, 0.02)
    near(inImage.imagePoint!.y, 0.5, 0.02)

    // Its own pin, in the image; then by the list back to the one in space, in its frame.
    await page.mouse.click(camera.x + camera.width / 2, camera.y + camera.height / 2)
    await page.locator('[aria-current=true]', { hasText: 'The sun blinds' }).waitFor()
    const card = page.locator('[aria-current]', { hasText: 'What is this?' })
    await card.getByRole('button', { name: 'Point, frame 0' }).click()
    await page.waitForURL(/#frame=0/)
    await page.locator('[aria-current=true]', { hasText: 'What is this?' }).waitFor()
    // Now it is looked at: its pin is in the middle of the view.
    await page.getByRole('tab', { name: 'Objects' }).click()
    await page.mouse.click(main.x + main.width / 2, main.y + main.height / 2)
    await page.locator('[aria-current=true]', { hasText: 'What is this?' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
