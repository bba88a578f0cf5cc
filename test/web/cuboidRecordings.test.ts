import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { ClassBody } from '../../src/client/types/admin.ts'
import type { Vec3 } from '../../src/geometry/vec3.ts'
import { browserSkip } from '../browser.ts'
import type { SensorData } from '../journey/checks.ts'
import { into, type Lens, outOf, projector, readAsciiPcd } from '../journey/oracle.ts'
import { Person } from '../support/person.ts'
import { recordedFile, recordedJob, recordingsSkip } from '../support/recordings.ts'
import type { Stage } from '../support/stage.ts'
import type { Tenant } from '../support/tenant.ts'
import { drawn, FusionPage, loaded, type Place } from './fusionPage.ts'
import { opened, setSite, visit } from './site.ts'

const skip = browserSkip() || recordingsSkip()
const CLASSES: ClassBody[] = [
  { name: 'car', color: 'rgb(40, 130, 250)', default_size: { length: 4.5, width: 1.85, height: 1.5 } },
]
/** How far around a place a point is looked for, and how far apart points are that cannot be taken for one another. */
const REACH_PX = 4
const APART_PX = REACH_PX + 2
/** What lies over the large view: its bar at the top, a hint at the bottom. */
const BAR_PX = 60

let stage: Stage
let tenant: Tenant
let ann: Person

before(async () => {
  if (skip) return
  ;({ stage, tenant } = await setSite(
    { name: 'recordings', base: 'SENSOR_FUSION' },
    {
      sensor_fusion_cuboid: { operation: 'cuboid3d', classes: CLASSES },
      lidar_only_tracking: { operation: 'cuboid3d', classes: CLASSES },
    },
  ))
  ann = await Person.join(stage.admin, 'annotator', [tenant.projectId])
})
after(() => stage?.clear())

interface Opened {
  page: Page
  scene: FusionPage
  data: SensorData
}

async function withRecording(name: string, use: (opened: Opened) => Promise<void>): Promise<void> {
  const body = recordedJob<{ data: { sensor_data: SensorData } }>(stage.files, name)
  const jobId = await tenant.submit(body)
  await tenant.reached(jobId, 'queued')
  await ann.post(`/api/jobs/${jobId}/claim`)
  await visit(stage.service.baseUrl, `/jobs/${jobId}`, ann, async ({ page, faults }) => {
    await opened(page)
    const scene = await FusionPage.of(page, ann, jobId)
    await scene.showFirstView()
    await use({ page, scene, data: body.data.sensor_data })
    assert.deepEqual(faults, [])
  })
  await ann.post(`/api/jobs/${jobId}/release`)
}

/** Points of a frame in the common frame, in float64, from the file as it was sent. */
function pointsOf({ frames, sensor_meta }: SensorData, frame: number): Vec3[] {
  const lidars = new Set(sensor_meta.filter(({ modality }) => modality === 'lidar').map(({ id }) => id))
  return frames[frame].sensors
    .filter(({ sensor_id }) => lidars.has(sensor_id))
    .flatMap(({ data_url, sensor_pose }) => readAsciiPcd(recordedFile(data_url)).points.map(outOf(sensor_pose)))
}

/** How bright each pixel of the page is over the view's background, as far as it can be told from it. */
async function brightness(page: Page) {
  const { data, info } = await sharp(await page.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels
    return Math.max(0, Math.max(data[at], data[at + 1], data[at + 2]) - 0x30)
  }
}

/** Where what is drawn around a place has its middle; null where nothing is drawn. */
function middleOf(bright: (x: number, y: number) => number, [px, py]: Place): Place | null {
  let [sum, sumX, sumY] = [0, 0, 0]
  for (let y = Math.floor(py) - REACH_PX; y <= py + REACH_PX; y++) {
    for (let x = Math.floor(px) - REACH_PX; x <= px + REACH_PX; x++) {
      const weight = bright(x, y)
      sum += weight
      sumX += weight * (x + 0.5)
      sumY += weight * (y + 0.5)
    }
  }
  return sum > 0 ? [sumX / sum, sumY / sum] : null
}

/** Places that nothing else is near to, and over which nothing of the page lies. */
async function lonely(page: Page, places: readonly (Place | null)[]): Promise<Place[]> {
  const main = (await page.locator('[data-view="main"]').boundingBox())!
  const cells = new Map<string, Place[]>()
  const cellOf = ([x, y]: Place, dx = 0, dy = 0) => `${Math.floor(x / APART_PX) + dx} ${Math.floor(y / APART_PX) + dy}`
  const known = places.filter((place) => place !== null)
  for (const place of known) cells.set(cellOf(place), [...(cells.get(cellOf(place)) ?? []), place])
  const isLonely = (place: Place) => {
    const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(cellOf(place, dx, dy)) ?? []))
    return near.every(
      (one) => one === place || Math.max(Math.abs(one[0] - place[0]), Math.abs(one[1] - place[1])) > APART_PX,
    )
  }
  const isClear = ([x, y]: Place) =>
    x > main.x + APART_PX &&
    x < main.x + main.width - APART_PX &&
    y > main.y + BAR_PX + APART_PX &&
    y < main.y + main.height - BAR_PX - APART_PX
  return known.filter((place) => isClear(place) && isLonely(place))
}

/** Every lonely point is drawn where float64 says: its pixels round by a half, the rasteriser's grid by a sixteenth. */
async function checkDrawnPlaces({ page, scene, data }: Opened): Promise<void> {
  await drawn(page)
  const places = await lonely(page, await scene.mainPlaces(pointsOf(data, 0)))
  assert.ok(places.length > 50, `${places.length} points stand alone`)
  const bright = await brightness(page)
  let [sumX, sumY] = [0, 0]
  for (const [x, y] of places) {
    const middle = middleOf(bright, [x, y])
    assert.ok(middle, `a point is drawn at ${x}, ${y}`)
    const [offX, offY] = [middle[0] - x, middle[1] - y]
    assert.ok(Math.max(Math.abs(offX), Math.abs(offY)) <= 0.5 + 1 / 16, `a point is drawn ${offX}, ${offY} px off`)
    sumX += offX
    sumY += offY
  }
  const bias = Math.hypot(sumX, sumY) / places.length
  assert.ok(bias < 0.1, `points are drawn ${bias} px off on average`)
}

/** Pixels of a camera's canvas, four bytes each as one number. */
async function pixelsOf(page: Page, label: string) {
  const url = await page.evaluate<string>(`document.querySelector('[aria-label="${label}"]').toDataURL()`)
  const { data, info } = await sharp(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: new Uint32Array(new Uint8Array(data).buffer) }
}

/** Waits until what is drawn over a camera's image is another than before, and the same for some pictures. */
async function settled(page: Page, label: string, before = ''): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const canvas = document.querySelector('[aria-label="${label}"]')
    for (let last = ${JSON.stringify(before)}, same = 0; ; ) {
      await new Promise(requestAnimationFrame)
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      const sum = await crypto.subtle.digest('SHA-1', data)
      const now = new Uint8Array(sum).join()
      same = now === last && now !== ${JSON.stringify(before)} ? same + 1 : 0
      if (same === 10) return now
      last = now
    }
  })()`)
}

/** Points over a camera's image stand where an oracle of the lens puts them, and nowhere else. */
async function checkProjected({ page, data }: Opened, cameraId: string, size: { width: number; height: number }) {
  const label = `Image of ${data.sensor_meta.find(({ id }) => id === cameraId)?.id}`
  const toggle = page.locator('.sensors-main').getByRole('button', { name: 'Show points on image' })
  await loaded(page)
  const bare = await settled(page, label)
  const without = await pixelsOf(page, label)
  await toggle.click()
  await settled(page, label, bare)
  const { width, height, pixels } = await pixelsOf(page, label)
  await toggle.click()
  const changed = (x: number, y: number) => pixels[y * width + x] !== without.pixels[y * width + x]
  const scale = Math.min(width / size.width, height / size.height)
  const [left, top] = [(width - size.width * scale) / 2, (height - size.height * scale) / 2]
  const meta = data.sensor_meta.find(({ id }) => id === cameraId)!
  const { sensor_pose } = data.frames[0].sensors.find(({ sensor_id }) => sensor_id === cameraId)!
  const project = projector(meta.intrinsics as Lens)
  const toCamera = into(sensor_pose)
  const expected = new Uint8Array(width * height)
  let [seen, found] = [0, 0]
  for (const point of pointsOf(data, 0)) {
    const pixel = project(toCamera(point))
    if (!pixel) continue
    const [x, y] = [left + (pixel.u + 0.5) * scale, top + (pixel.v + 0.5) * scale]
    if (x < left + 3 || y < top + 3 || x > width - left - 3 || y > height - top - 3) continue
    seen++
    let isDrawn = false
    for (let py = Math.floor(y) - 3; py <= y + 3; py++) {
      for (let px = Math.floor(x) - 3; px <= x + 3; px++) {
        expected[py * width + px] = 1
        if (Math.abs(px + 0.5 - x) <= 1 && Math.abs(py + 0.5 - y) <= 1) isDrawn ||= changed(px, py)
      }
    }
    if (isDrawn) found++
  }
  let [anywhere, strays] = [0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!changed(x, y)) continue
      anywhere++
      if (!expected[y * width + x]) strays++
    }
  }
  assert.ok(seen > 500, `${cameraId} sees ${seen} points`)
  assert.ok(found / seen > 0.98, `${cameraId}: ${found} of ${seen} points are drawn where they belong`)
  // At the image's border points were left out above.
  assert.ok(strays / anywhere < 0.02, `${cameraId}: ${strays} of ${anywhere} pixels have no business there`)
}

async function stepThrough({ page, scene, data }: Opened): Promise<void> {
  const seen = new Set<string>()
  for (let frame = 0; frame < data.frames.length; frame++) {
    if (data.frames.length > 1) await scene.toFrame(frame)
    await loaded(page)
    await drawn(page)
    const main = (await page.locator('[data-view="main"]').boundingBox())!
    seen.add((await page.screenshot({ clip: main })).toString('base64'))
  }
  assert.equal(seen.size, data.frames.length, 'every frame looks different')
}

const cameraNames = (page: Page) => page.locator('.sensors-thumb .sensors-caption').allTextContents()

test('PandaSet: points and images of a drive come up, the view heads where the front camera looks', {
  skip,
}, async () => {
  await withRecording('pandaset_5f_3cam_small', async (found) => {
    const { page, scene, data } = found
    assert.deepEqual(await cameraNames(page), ['front_camera', 'front_left_camera', 'back_camera'])
    const front = data.frames[0].sensors.find(({ sensor_id }) => sensor_id === 'front_camera')!.sensor_pose
    const [near, far] = await scene.mainPlaces([3, 13].map((z) => ({ ...outOf(front)({ x: 0, y: 0, z }) })))
    assert.ok(near && far && far[1] < near[1] - 20 && Math.abs(far[0] - near[0]) < 20, `${near} to ${far} is ahead`)
    await checkDrawnPlaces(found)
    await page.keyboard.press('h')
    await checkProjected(found, 'front_camera', { width: 1920, height: 1080 })
    await page.locator('.sensors-thumb', { hasText: 'back_camera' }).click()
    await checkProjected(found, 'back_camera', { width: 1920, height: 1080 })
    await page.keyboard.press('h')
    await stepThrough(found)
  })
})

test('in UTM metres points are drawn where float64 says, whichever way the view is turned', { skip }, async () => {
  await withRecording('pjlab_5f_utm', async (found) => {
    const { scene } = found
    assert.ok(Math.abs(scene.job.originM.x) > 1e7, 'large coordinates')
    await checkDrawnPlaces(found)
    // What trembles does so at the smallest move, and most when one is near.
    await scene.turn(1, 0)
    await checkDrawnPlaces(found)
    await scene.turn(1, 1)
    await checkDrawnPlaces(found)
    await scene.showAllFromAbove()
    const [place] = pointsOf(found.data, 0)
    await scene.zoomAt(place, -1400)
    await checkDrawnPlaces(found)
  })
})

test('a camera with real distortion shows the points on what they hit', { skip }, async () => {
  await withRecording('pjlab_l2c_manual_1f_1cam_small', async (found) => {
    const { page } = found
    assert.deepEqual(await cameraNames(page), ['center_camera'])
    await checkDrawnPlaces(found)
    await page.keyboard.press('h')
    await checkProjected(found, 'center_camera', { width: 1920, height: 1200 })
  })
})
