import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TagBody } from '../../src/client/types/admin.ts'
import { encodeImage } from '../../src/demo/fileShelf.ts'
import { linkedJob, type StreetFile, type StreetJob, streetTag } from '../../src/demo/street/jobs.ts'
import { makeStreet, type Street, type StreetTruth } from '../../src/demo/street/street.ts'
import { createCamera, normalizeImagePoint } from '../../src/geometry/camera.ts'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { projectedBounds } from '../../src/geometry/projectedBounds.ts'
import { rotate, unrotate, yawOf } from '../../src/geometry/quaternion.ts'
import { add, distance, subtract } from '../../src/geometry/vec3.ts'
import type { PlainTrack } from '../../src/model/document/plainTrack.ts'
import { browserSkip } from '../browser.ts'
import { checkPointCounts, checkProjections, recordsOf, resultDocument, type SensorData } from '../journey/checks.ts'
import { PASSWORD, Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { expectedRecords } from './expectedRecords.ts'
import { FusionPage } from './fusionPage.ts'
import { opened, setSite, submitAnyway, visit } from './site.ts'

const skip = browserSkip()
const IMAGE = { width: 320, height: 200 }
const LAST = 5
/** Between the keyframes of the moving car. */
const BETWEEN = 3
const FRONT = 'Image of Front camera'
/** How far the wheel goes for the widest small views, and back. */
const WIDE_PX = 1200
const WIDEST_ZOOM = 0.2

let stage: Stage
let tenant: Tenant
let street: Street

before(async () => {
  if (skip) return
  const linked = { ...streetTag('cuboid3d_linked2d'), review: true } as TagBody
  ;({ stage, tenant } = await setSite({ name: 'drive', base: 'SENSOR_FUSION' }, { linked }))
  street = makeStreet({ frames: LAST + 1, image: IMAGE })
})
after(() => stage?.clear())

/** Files of the drive by path: each is rendered once. */
const sent = new Map<string, Buffer>()
const bytesOf = (file: StreetFile) => (file.kind === 'pcd' ? file.bytes() : encodeImage(file.render()))

async function queued(referenceId: string): Promise<{ jobId: string; job: StreetJob; clouds: Map<string, Buffer> }> {
  const naming = {
    referenceId,
    tag: 'linked',
    baseUrl: `${stage.files.baseUrl}/drive/`,
    imageExtension: 'jpg',
  } as const
  const job = linkedJob(street, naming)
  const clouds = new Map<string, Buffer>()
  for (const file of job.files) {
    const bytes = sent.get(file.path) ?? Buffer.from(await bytesOf(file))
    sent.set(file.path, bytes)
    const url = stage.files.put(`/drive/${file.path}`, bytes)
    if (file.kind === 'pcd') clouds.set(url, bytes)
  }
  const jobId = await tenant.submit(job.body)
  await tenant.reached(jobId, 'queued')
  return { jobId, job, clouds }
}

/** The car that the lidar sees best in its worst frame. */
function bestCar(stationary: boolean): StreetTruth[] {
  const everywhere = street.frames[0].truth
    .filter((truth) => truth.label === 'car' && truth.stationary === stationary)
    .map(({ trackId }) => street.frames.flatMap(({ truth }) => truth.filter((one) => one.trackId === trackId)))
    .filter((places) => places.length === street.frames.length)
  const worst = (places: StreetTruth[]) => Math.min(...places.map(({ pointCount }) => pointCount))
  return everywhere.toSorted((a, b) => worst(b) - worst(a))[0]
}

const cuboidOf = ({ cuboid }: PlainTrack, frame: number): Cuboid => {
  const key = cuboid?.keys.find((one) => one.frame === frame)
  assert.ok(cuboid && key?.kind === 'shape', `a keyframe at ${frame}`)
  return { ...key.shape, dimensions: key.shape.sizeOverride ?? cuboid.dimensions }
}

function assertNear(cuboid: Omit<Cuboid, 'dimensions'>, truth: Cuboid, toleranceM: number) {
  const off = distance(cuboid.position, truth.position)
  assert.ok(off <= toleranceM, `${off.toFixed(2)} m off`)
  const turn = yawOf(cuboid.heading) - yawOf(truth.heading)
  assert.ok(Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) < 0.1, `turned by ${turn}`)
}

/** Signs in with the keyboard, as people do, and takes the next job of the queue. */
async function begin(page: Page, person: Person, jobId: string): Promise<FusionPage> {
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Next job' }).press('Enter')
  await opened(page)
  return FusionPage.of(page, person, jobId)
}

/** One drag from the rear of a car to its front, from above. */
async function makeCar(scene: FusionPage, truth: Cuboid, count: number): Promise<PlainTrack> {
  const { page } = scene
  await scene.showAllFromAbove()
  await scene.zoomAt(truth.position, -800)
  await page.keyboard.press('b')
  const half = rotate(truth.heading, { x: truth.dimensions.length / 2, y: 0, z: 0 })
  await scene.drag(
    await scene.mainPlace(subtract(truth.position, half)),
    await scene.mainPlace(add(truth.position, half)),
  )
  await page.getByRole('option', { name: /car/ }).nth(count).waitFor()
  const track = (await scene.savedTracks())[count]
  assertNear(cuboidOf(track, 0), truth, 0.5)
  return track
}

/** Drags a box over the small view from above so that it comes to lie where `truth` is. */
async function moveTo(scene: FusionPage, now: Cuboid, truth: Cuboid, zoom: number): Promise<void> {
  const { middle, metresPerPx } = await scene.boxView('top', now, zoom)
  const way = unrotate(now.heading, subtract(truth.position, now.position))
  const to = [middle.x - way.y / metresPerPx, middle.y - way.x / metresPerPx] as const
  await scene.drag([middle.x, middle.y], to)
}

async function wheelOverTop(scene: FusionPage, deltaY: number): Promise<void> {
  const box = await scene.page.locator('[data-view="top"]').boundingBox()
  assert.ok(box)
  await scene.page.mouse.move(box.x + box.width / 2, box.y + 8)
  await scene.page.mouse.wheel(0, deltaY)
}

/** The moving car: made, corrected in the rear view, and placed once more in the last frame. */
async function annotateMovingCar(scene: FusionPage, places: readonly StreetTruth[]): Promise<void> {
  const { page } = scene
  const first = places[0].cuboid
  const before = cuboidOf(await makeCar(scene, first, 0), 0)
  const completed = page.getByText('Dashed: no points').first()
  await completed.waitFor()
  const rear = await scene.boxView('rear', before)
  const halfPx = before.dimensions.width / 2 / rear.metresPerPx
  const byPx = Math.max(2, Math.round((first.dimensions.width - before.dimensions.width) / rear.metresPerPx))
  const { x, y } = rear.middle
  await scene.drag([x + halfPx, y], [x + halfPx + byPx, y])
  const corrected = cuboidOf((await scene.savedTracks())[0], 0)
  await completed.waitFor({ state: 'hidden' })
  const gained = corrected.dimensions.width - before.dimensions.width
  assert.ok(Math.abs(gained - byPx * rear.metresPerPx) < 1e-6, `${gained} m wider`)

  await scene.toFrame(LAST)
  await wheelOverTop(scene, WIDE_PX)
  await moveTo(scene, corrected, places[LAST].cuboid, WIDEST_ZOOM)
  await wheelOverTop(scene, -WIDE_PX)
  const roughly = cuboidOf((await scene.savedTracks())[0], LAST)
  await moveTo(scene, roughly, places[LAST].cuboid, WIDEST_ZOOM * 1.0015 ** WIDE_PX)
  assertNear(cuboidOf((await scene.savedTracks())[0], LAST), places[LAST].cuboid, 0.3)
  await page.getByText('Keyframe', { exact: true }).waitFor()

  await scene.toFrame(BETWEEN)
  await page.getByText('Interpolated').waitFor()
  const [shownX, shownY, shownZ] = await Promise.all(['X (m)', 'Y (m)', 'Z (m)'].map((label) => scene.number(label)))
  const shown = { position: { x: shownX, y: shownY, z: shownZ }, heading: places[BETWEEN].cuboid.heading }
  assertNear(shown, places[BETWEEN].cuboid, 0.4)
}

/** Draws the box of the selected object again, from a drag 0.3 m short: no object is added. */
async function redraw(scene: FusionPage, truth: Cuboid, index: number): Promise<Cuboid> {
  const [before] = (await scene.savedTracks()).slice(index)
  await scene.page.keyboard.press('Shift+B')
  await scene.page.getByText(/to redraw its box/).waitFor()
  const half = rotate(truth.heading, { x: truth.dimensions.length / 2 - 0.3, y: 0, z: 0 })
  await scene.drag(
    await scene.mainPlace(subtract(truth.position, half)),
    await scene.mainPlace(add(truth.position, half)),
  )
  await scene.page.getByText(/to redraw its box/).waitFor({ state: 'hidden' })
  const tracks = await scene.savedTracks()
  assert.equal(tracks.length, index + 1, 'no object is added')
  assert.equal(tracks[index].id, before.id)
  const cuboid = cuboidOf(tracks[index], 0)
  assertNear(cuboid, truth, 0.5)
  return cuboid
}

/** The parked car: one pose in all frames, though made in the first. */
async function annotateParkedCar(scene: FusionPage, places: readonly StreetTruth[]): Promise<void> {
  await scene.toFrame(0)
  await makeCar(scene, places[0].cuboid, 1)
  const made = await redraw(scene, places[0].cuboid, 1)
  await scene.page.keyboard.press('y')
  await scene.toFrame(LAST)
  assert.equal(await scene.number('X (m)'), Number(made.position.x.toFixed(3)))
  assert.equal((await scene.savedTracks())[1].stationary, true)
}

/** Of the moving car: its box in the front camera made wider in the first frame, dismissed in the second. */
async function annotateCameraBoxes(scene: FusionPage): Promise<{ left: number; right: number }> {
  const { page } = scene
  await scene.toFrame(0)
  await page.getByRole('option', { name: /car/ }).first().click()
  const box = cuboidOf((await scene.savedTracks())[0], 0)
  const shot = street.frames[0].cameras.find(({ sensorId }) => sensorId === 'front')!
  const bounds = projectedBounds(box, createCamera(shot.intrinsics, shot.commonFromCamera), shot)
  assert.ok(bounds, 'the front camera sees the car')
  const min = normalizeImagePoint({ u: bounds.minU, v: bounds.minV }, shot)
  const max = normalizeImagePoint({ u: bounds.maxU, v: bounds.maxV }, shot)
  await page.keyboard.press('h')
  await page.locator('.sensors-main .sensors-link-state', { hasText: 'Linked' }).waitFor()
  const at = await scene.imagePlaces(FRONT, IMAGE)
  const middle = (min.y + max.y) / 2
  await scene.drag(at(max.x, middle), at(max.x + 0.02, middle))
  await page.locator('.sensors-main .sensors-link-state', { hasText: 'Adjusted' }).waitFor()
  await scene.toFrame(1)
  await page.getByRole('button', { name: 'Remove box', exact: true }).click()
  await page.locator('.sensors-main .sensors-link-state', { hasText: 'Removed' }).waitFor()
  await page.keyboard.press('h')
  return { left: min.x, right: max.x + 0.02 }
}

async function undoAndRedoEverything(scene: FusionPage): Promise<PlainTrack[]> {
  const { page } = scene
  const before = await scene.savedTracks()
  const all = async (name: string, keys: string) => {
    const button = page.getByRole('button', { name, exact: true })
    while (await button.isEnabled()) await page.keyboard.press(keys)
    return scene.savedTracks()
  }
  assert.deepEqual(await all('Undo', 'Control+z'), [])
  assert.deepEqual(await all('Redo', 'Control+y'), before)
  return before
}

/** What two deliveries of the same truth may differ in. */
function withoutNames(document: Awaited<ReturnType<typeof resultDocument>>) {
  const { job_id: _job, reference_id: _reference, result_version: _version, ...rest } = document
  return rest
}

/** As handed in again: a program places an object in every frame that it names, so nothing is held. */
const withoutHeld = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === 'held' ? undefined : one)))

const trackOf = (record: object) => (record as { track_id: string }).track_id
const poseOf = ({ position, heading }: Omit<Cuboid, 'dimensions'>) => ({ position, heading })

test('a drawn drive is delivered as drawn, and equals a submission by the API', { skip }, async () => {
  const { jobId, job, clouds } = await queued('drawn')
  const [moving, parked] = [bestCar(false), bestCar(true)]
  const ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  const rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  let tracks: PlainTrack[] = []
  let adjusted = { left: 0, right: 0 }
  await visit(stage.service.baseUrl, '/', null, async ({ page, faults }) => {
    const scene = await begin(page, ann, jobId)
    await annotateMovingCar(scene, moving)
    await annotateParkedCar(scene, parked)
    adjusted = await annotateCameraBoxes(scene)
    tracks = await undoAndRedoEverything(scene)
    await submitAnyway(page)
    await page.getByText('Submitted drawn').waitFor()
    assert.deepEqual(faults, [])
  })
  await visit(stage.service.baseUrl, '/queue', rita, async ({ page, faults }) => {
    await page.getByRole('row', { name: /drawn/ }).getByRole('button', { name: 'Review' }).click()
    await opened(page)
    await submitAnyway(page)
    await page.getByText('Accepted drawn').waitFor()
    assert.deepEqual(faults, [])
  })

  const document = await resultDocument(tenant.api, await tenant.reached(jobId, 'completed'))
  const { sensor_data: sensorData } = job.body.data as { sensor_data: SensorData }
  const records = recordsOf(document)
  const delivered = expectedRecords(tracks, sensorData, IMAGE)
  assert.deepEqual(
    records.map(({ type, frame_id, sensor_id, ...one }) => [type, trackOf(one), frame_id, sensor_id]),
    delivered.map(({ type, track_id, frame_id, sensor_id }) => [type, track_id, frame_id, sensor_id]),
  )
  for (const [i, expected] of delivered.entries()) expected.check(records[i])
  assert.ok(checkPointCounts(document, sensorData, 'sensor', (url) => clouds.get(url)!) > 100)
  assert.ok(checkProjections(document, sensorData, IMAGE) > LAST)
  const places = records.filter(({ type, ...one }) => type === 'cuboid' && trackOf(one) === tracks[1].id)
  assert.equal(places.length, LAST + 1)
  assert.deepEqual(
    places.map(({ held }) => held ?? false),
    places.map(({ frame_id }) => frame_id !== street.frames[0].frameId),
    'a person placed it in the first frame alone',
  )
  for (const { position, heading } of places) assert.deepEqual({ position, heading }, poseOf(places[0]))
  assertNear(places[LAST], parked[LAST].cuboid, 0.5)
  const [box] = records.filter(({ type, sensor_id }) => type === 'rectangle' && sensor_id === 'front')
  assert.ok(Math.abs(box.coordinates[1].x - adjusted.right) < 0.003, 'as wide as it was drawn')
  assert.ok(Math.abs(box.coordinates[0].x - adjusted.left) < 1e-6)

  const { jobId: second } = await queued('submitted')
  await tenant.submitResult(second, document.data, 'cuboid3d_linked2d')
  await tenant.reached(second, 'in_review')
  await stage.admin.post(tenant.path(`/jobs/${second}/review`), { decision: 'accept' })
  const again = await resultDocument(tenant.api, await tenant.reached(second, 'completed'))
  assert.deepEqual(withoutNames(again), withoutHeld(withoutNames(document)))
})
