import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TagBody } from '../../src/client/types/admin.ts'
import { lidarJob, streetTag } from '../../src/demo/street/jobs.ts'
import { makeStreet, type Street, type StreetTruth } from '../../src/demo/street/street.ts'
import { rotate } from '../../src/geometry/quaternion.ts'
import { add, distance, norm, subtract } from '../../src/geometry/vec3.ts'
import type { PlainTrack } from '../../src/model/document/plainTrack.ts'
import { browserSkip } from '../browser.ts'
import { Person } from '../support/person.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { FusionPage } from './fusionPage.ts'
import { documentedEffort, Hand } from './hand.ts'
import { opened, setSite, visit } from './site.ts'

const skip = browserSkip()
const FRAMES = 20
const CARS = 10
const NEAR_M = 1
let stage: Stage
let tenant: Tenant
let ann: Person
let street: Street
let cars: StreetTruth[]

before(async () => {
  if (skip) return
  const tag = streetTag('cuboid3d') as TagBody
  ;({ stage, tenant } = await setSite({ name: 'effort', base: 'SENSOR_FUSION' }, { cuboids: tag }))
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  street = makeStreet({ seed: 4, frames: FRAMES, beams: 64, azimuthStepDeg: 0.25 })
  cars = street.frames[0].truth
    .filter(({ label, trackId }) => label === 'car' && FRAMES === placesOf(trackId).length)
    .toSorted((a, b) => norm(a.cuboid.position) - norm(b.cuboid.position))
    .slice(0, CARS)
  assert.equal(cars.length, CARS)
})
after(() => stage?.clear())

const placesOf = (trackId: string): StreetTruth[] =>
  street.frames.flatMap(({ truth }) => truth.filter((one) => one.trackId === trackId))

async function queued(referenceId: string): Promise<string> {
  const job = lidarJob(street, { referenceId, tag: 'cuboids', baseUrl: `${stage.files.baseUrl}/street/` })
  for (const file of job.files)
    if (file.kind === 'pcd') stage.files.put(`/street/${file.path}`, Buffer.from(file.bytes()))
  const jobId = await tenant.submit(job.body)
  await tenant.reached(jobId, 'queued')
  await ann.post(`/api/jobs/${jobId}/claim`)
  return jobId
}

/** Draws the cars in the first frame, each by one drag from its rear to its front; `next` follows each of them. */
async function drawCars(hand: Hand, scene: FusionPage, next: (car: StreetTruth) => Promise<void>): Promise<void> {
  await scene.showAllFromAbove()
  // What a person does for it: the job opens with everything in sight, a key shows it from above, a turn of the wheel more.
  hand.keys++
  hand.clicks++
  await scene.zoomAt(cars[0].cuboid.position, 300)
  await hand.key('b')
  for (const [i, car] of cars.entries()) {
    const { position, heading, dimensions } = car.cuboid
    const half = rotate(heading, { x: dimensions.length / 2, y: 0, z: 0 })
    const from = await scene.mainPlace(subtract(position, half))
    await hand.pullOnPage(from, await scene.mainPlace(add(position, half)))
    await hand.page.getByRole('option', { name: new RegExp(`car ${i + 1}\\b`) }).waitFor()
    await next(car)
  }
}

function assertNear(track: PlainTrack, frame: number, truth: StreetTruth): void {
  const keys = track.cuboid?.keys.filter((key) => key.kind === 'shape') ?? []
  const key = track.stationary ? keys[0] : keys.find((one) => one.frame === frame)
  assert.ok(key, `${truth.trackId} has no keyframe at ${frame}`)
  const off = distance(key.shape.position, truth.cuboid.position)
  assert.ok(off < NEAR_M, `frame ${frame}: ${off.toFixed(2)} m off, ${truth.pointCount} points`)
}

async function annotated(jobId: string, work: (hand: Hand, scene: FusionPage) => Promise<void>): Promise<Hand> {
  return visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page }) => {
    await opened(page)
    const hand = new Hand(page)
    await work(hand, await FusionPage.of(page, ann, jobId))
    return hand
  })
}

test('10 cars in one frame take the clicks and keys that are documented', { skip }, async () => {
  const jobId = await queued('one frame')
  const hand = await annotated(jobId, async (hand, scene) => {
    await drawCars(hand, scene, async () => {})
    const tracks = await scene.savedTracks()
    for (const [i, car] of cars.entries()) assertNear(tracks[i], 0, car)
  })
  assert.deepEqual([hand.clicks, hand.keys], documentedEffort('10 cars in one frame of points'))
})

test('10 cars over 20 frames take the clicks and keys that are documented', { skip }, async () => {
  const jobId = await queued('drive')
  const hand = await annotated(jobId, async (hand, scene) => {
    await drawCars(hand, scene, async ({ stationary }) => {
      if (stationary) return hand.key('y')
      await hand.key('Control+ArrowRight')
      await hand.page.getByText(/^Propagated/).waitFor()
    })
    const tracks = await scene.savedTracks()
    for (const [i, { trackId }] of cars.entries())
      for (const [frame, truth] of placesOf(trackId).entries()) assertNear(tracks[i], frame, truth)
  })
  assert.deepEqual([hand.clicks, hand.keys], documentedEffort('10 cars over 20 frames of points'))
})
