import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { KeyCreated, TagBody } from '../../src/client/types/admin.ts'
import { encodeImage } from '../../src/demo/fileShelf.ts'
import { linkedJob, streetTag } from '../../src/demo/street/jobs.ts'
import { makeStreet, type Street, type StreetTruth } from '../../src/demo/street/street.ts'
import { rotate, yawOf } from '../../src/geometry/quaternion.ts'
import { add, distance, subtract } from '../../src/geometry/vec3.ts'
import { withExample } from '../assistants/example.ts'
import { Model } from '../assistants/model.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { open } from '../support/office.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { FusionPage } from './fusionPage.ts'
import { opened, setSite, visit } from './site.ts'

const skip = browserSkip()
let stage: Stage
let tenant: Tenant
let person: Person
let street: Street

before(async () => {
  if (skip) return
  const linked = streetTag('cuboid3d_linked2d') as TagBody
  ;({ stage, tenant } = await setSite({ name: 'drive', base: 'SENSOR_FUSION' }, { linked }))
  person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  street = makeStreet({ frames: 2, image: { width: 320, height: 200 } })
})
after(() => stage?.clear())

async function claimed(referenceId: string): Promise<string> {
  const naming = {
    referenceId,
    tag: 'linked',
    baseUrl: `${stage.files.baseUrl}/drive/`,
    imageExtension: 'jpg',
  } as const
  const job = linkedJob(street, naming)
  for (const file of job.files)
    stage.files.put(
      `/drive/${file.path}`,
      Buffer.from(file.kind === 'pcd' ? file.bytes() : await encodeImage(file.render())),
    )
  const jobId = await tenant.submit(job.body)
  await tenant.reached(jobId, 'queued')
  await person.post(`/api/jobs/${jobId}/claim`, {})
  return jobId
}

const register = (name: string, body: object) => stage.admin.put(tenant.path(`/assistants/${name}`), body)

/** The cars that the lidar sees best. */
const cars = (): StreetTruth[] =>
  street.frames[0].truth.filter(({ label }) => label === 'car').toSorted((a, b) => b.pointCount - a.pointCount)

/** Drags from the rear of a car to its front, from above, with the tool of assistants. */
async function dragOver(scene: FusionPage, { cuboid }: StreetTruth, whileDown?: () => Promise<unknown>): Promise<void> {
  await scene.showAllFromAbove()
  await scene.zoomAt(cuboid.position, -600)
  await scene.page.keyboard.press('Shift+T')
  const half = rotate(cuboid.heading, { x: cuboid.dimensions.length / 2, y: 0, z: 0 })
  await scene.drag(
    await scene.mainPlace(subtract(cuboid.position, half)),
    await scene.mainPlace(add(cuboid.position, half)),
    whileDown,
  )
}

async function fusionPage(page: Page, jobId: string): Promise<FusionPage> {
  await opened(page)
  await page.getByRole('button', { name: 'Fit cuboid by an assistant' }).waitFor()
  return FusionPage.of(page, person, jobId)
}

const states = async (jobId: string) => {
  const { suggestions } = await person.get<{ suggestions: { state: string }[] }>(`/api/jobs/${jobId}/suggestions`)
  return suggestions.map(({ state }) => state)
}

const follows = (jobId: string, expected: string[]) =>
  until(async () => ((await states(jobId)).join() === expected.join() ? true : null))

test(
  'a drag over a car asks the assistant; Escape dismisses its cuboid, Enter accepts it, undo takes it back',
  {
    skip,
  },
  () =>
    withExample(process.execPath, 'assistant.ts', async (url) => {
      await register('fitter', { carrier: 'http', url })
      const jobId = await claimed('fit-1')
      const [car, other] = cars()
      await visit(stage.admin.baseUrl, `/jobs/${jobId}`, person, async ({ page, faults }) => {
        const scene = await fusionPage(page, jobId)
        await dragOver(scene, car)
        await page.getByText('accepts').waitFor()
        assert.deepEqual((await scene.savedTracks()).length, 0, 'a suggestion is no object yet')
        await page.keyboard.press('Escape')
        await follows(jobId, ['dropped'])

        await dragOver(scene, car)
        await page.getByText('accepts').waitFor()
        await dragOver(scene, other)
        await follows(jobId, ['dropped', 'dropped', 'open'])
        await page.keyboard.press('Enter')
        await follows(jobId, ['dropped', 'dropped', 'accepted'])
        await page.getByRole('option', { name: /car/ }).waitFor()
        const [track] = await scene.savedTracks()
        const [key] = track.cuboid?.keys ?? []
        assert.ok(key?.kind === 'shape')
        const { position, dimensions, heading } = other.cuboid
        const off = distance({ ...key.shape.position, z: 0 }, { ...position, z: 0 })
        assert.ok(off < 0.5, `${off} m off`)
        assert.ok(Math.abs(yawOf(key.shape.heading) - yawOf(heading)) < 0.1)
        assert.ok(Math.abs(track.cuboid!.dimensions.length - dimensions.length) < 1.5)
        assert.equal(key.source, 'machine')
        assert.deepEqual(
          track.views.map(([, view]) => view.follows),
          street.frames[0].cameras.map(() => true),
          'rectangles on cameras follow it',
        )

        await page.keyboard.press('Control+z')
        await page.getByRole('option', { name: /car/ }).waitFor({ state: 'detached' })
        assert.deepEqual(await scene.savedTracks(), [])
        await page.keyboard.press('Control+Shift+z')
        await page.getByRole('option', { name: /car/ }).waitFor()
        assert.equal((await scene.savedTracks()).length, 1)
        assert.deepEqual(faults, [])
      })
      await person.post(`/api/jobs/${jobId}/submit`, { version: (await open(person, jobId)).version })
      const { result: made } = await tenant.reached(jobId, 'completed')
      const result = JSON.parse(await (await fetch(made!)).text())
      const [first, second] = result.data.annotation_data.annotations.filter(
        ({ type }: { type: string }) => type === 'cuboid',
      )
      assert.deepEqual(first.assistance, { assistant: 'fitter', version: '1', score: 0.5 })
      assert.deepEqual(
        [first.frame_id, second.frame_id],
        street.frames.map(({ frameId }) => frameId),
        'it is there in the frames after it, as what is drawn by hand',
      )
    }),
)

test('a running assistant is shown and can be cancelled; failures and invalid answers are reported', {
  skip,
}, async () => {
  const model = await Model.start({ '/fit': () => new Promise(() => {}) })
  try {
    await register('fitter', { carrier: 'http', url: model.url, verbs: ['fit'] })
    const jobId = await claimed('fit-2')
    await visit(stage.admin.baseUrl, `/jobs/${jobId}`, person, async ({ page, faults }) => {
      const scene = await fusionPage(page, jobId)
      for (const cancel of ['Escape', 'Cancel']) {
        const before = model.of('/fit').length
        // It is asked while the pointer is down.
        await dragOver(scene, cars()[0], () => until(async () => (model.of('/fit').length > before ? true : null)))
        const status = page.getByRole('status').filter({ hasText: 'fitter is fitting a cuboid' })
        await status.waitFor()
        // What was asked while the pointer was down is given up.
        await until(async () => (model.of('/fit').length === model.gone + 1 ? true : null))
        if (cancel === 'Escape') await page.keyboard.press('Escape')
        else await status.getByRole('button', { name: 'Cancel' }).click()
        await status.waitFor({ state: 'detached' })
        await until(async () => (model.gone === model.of('/fit').length ? true : null))
      }
      const { input } = model.of('/fit').at(-1)?.body ?? assert.fail('the assistant was asked')
      const { label, frame_id, gesture, points } = input as {
        label: string
        frame_id: string
        gesture: { from: { x: number; y: number }; to: { x: number; y: number } }
        points: [number, number, number][]
      }
      const { position } = cars()[0].cuboid
      assert.deepEqual([label, frame_id], ['car', street.frames[0].frameId])
      const off = Math.hypot(
        (gesture.from.x + gesture.to.x) / 2 - position.x,
        (gesture.from.y + gesture.to.y) / 2 - position.y,
      )
      assert.ok(off < 0.5, `${off} m off`)
      assert.ok(points.length >= cars()[0].pointCount / 2, `${points.length} points`)

      model.answers['/fit'] = () => ({ cuboid: null, score: null })
      await dragOver(scene, cars()[0])
      await page.getByText('fitter finds no object there.').waitFor()
      model.answers['/fit'] = () => ({ cuboid: { position: 3 } })
      await dragOver(scene, cars()[0])
      await page.getByText('The assistant’s answer does not fit this job.').waitFor()
      assert.deepEqual([await states(jobId), faults], [[], []])
    })
  } finally {
    await model.stop()
  }
})

test('a machine behind a queue fits too: its progress is shown, and its cuboid appears when it is done', {
  skip,
}, async () => {
  await register('fitter', { carrier: 'queue', verbs: ['fit'], version: '7' })
  const body = { name: 'gpu', scopes: ['assist'] }
  const machine = stage.admin.with((await stage.admin.post<KeyCreated>(tenant.path('/keys'), body)).key)
  const path = (rest: string) => tenant.path(`/assistants/fitter${rest}`)
  await machine.post(path('/claim'), { lease_seconds: 60 })
  const jobId = await claimed('fit-4')
  const [car] = cars()
  await visit(stage.admin.baseUrl, `/jobs/${jobId}`, person, async ({ page, faults }) => {
    const scene = await fusionPage(page, jobId)
    await dragOver(scene, car)
    const { task } = await machine.post<{ task: { task_id: string; lease_id: string } | null }>(path('/claim'), {
      lease_seconds: 60,
      wait_seconds: 30,
    })
    assert.ok(task)
    const { task_id, lease_id } = task
    await machine.post(path(`/tasks/${task_id}/renew`), { lease_id, lease_seconds: 60, progress: 0.4 })
    await page.locator('[role=status] [role=progressbar][aria-valuenow="40"]').waitFor()
    const { position, heading, dimensions } = car.cuboid
    const output = { cuboid: { position, heading, dimensions }, score: 0.8 }
    await machine.post(path(`/tasks/${task_id}/complete`), { lease_id, output })
    await page.getByText('accepts').waitFor()
    await page.keyboard.press('Enter')
    await follows(jobId, ['accepted'])
    assert.deepEqual(faults, [])
  })
})
