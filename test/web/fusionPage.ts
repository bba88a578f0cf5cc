import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { JobPayloadAnswer } from '../../src/contract/payload.ts'
import { fileUrl } from '../../src/formats/workbench/job.ts'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { subtract, type Vec3 } from '../../src/geometry/vec3.ts'
import type { PlainTrack } from '../../src/model/document/plainTrack.ts'
import { decodePointChunks } from '../../src/pcd/pointChunks.ts'
import type { ShownCloud } from '../../src/web/scene/cloud/cloudLayer.ts'
import { type BoxViewName, boxViewViewCamera } from '../../src/web/view3d/boxView.ts'
import { type CloudExtent, cloudExtent } from '../../src/web/view3d/cloudExtent.ts'
import { forwardYaw } from '../../src/web/view3d/forwardYaw.ts'
import type { FusionJob } from '../../src/web/view3d/fusionJob.ts'
import { fusionJobOf } from '../../src/web/view3d/fusionJobOf.ts'
import { fittedOrbit, type Orbit, orbitViewCamera, turned, zoomed } from '../../src/web/view3d/orbit.ts'
import { cuboidRelativeTo, relativeFromChunk } from '../../src/web/view3d/relativeMatrix.ts'
import { type ScreenPoint, screenOf } from '../../src/web/view3d/viewCamera.ts'
import type { Person } from '../support/person.ts'

/** The factor by which views turn wheel pixels into zoom. */
const ZOOM_PER_PX = 1.0015

export type Place = readonly [x: number, y: number]

/** The 3D views of a job in the real workbench, seen from outside: where on the page a place of the scene appears. */
export class FusionPage {
  readonly page: Page
  readonly person: Person
  readonly job: FusionJob
  readonly #jobId: string
  readonly #extent: CloudExtent
  #orbit: Orbit

  private constructor(page: Page, person: Person, payload: JobPayloadAnswer, job: FusionJob, extent: CloudExtent) {
    this.page = page
    this.person = person
    this.#jobId = payload.job.jobId
    this.job = job
    this.#extent = extent
    this.#orbit = {
      kind: 'top',
      target: { x: 0, y: 0, z: 0 },
      distanceM: 60,
      yawRad: forwardYaw(job, 0),
      pitchRad: 0.7,
    }
  }

  /** The page of an open job, when it shows its first frame. */
  static async of(page: Page, person: Person, jobId: string): Promise<FusionPage> {
    await loaded(page)
    const payload = await person.get<JobPayloadAnswer>(`/api/jobs/${jobId}`)
    const job = fusionJobOf(payload)
    assert.ok(job)
    const shown = await shownClouds(person, payload, job)
    const extent = cloudExtent(shown)
    assert.ok(extent)
    return new FusionPage(page, person, payload, job, extent)
  }

  /** Shows the whole scene from above, as Space does while nothing is selected; the view must be in perspective. */
  async showAllFromAbove(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.page.keyboard.press('Space')
    if (!(await this.#isFromAbove())) await this.page.keyboard.press('v')
    this.#orbit = fittedOrbit({ ...this.#orbit, kind: 'top' }, this.#extent.bounds, await this.#mainSize())
  }

  /** The view that a job opens with: all of the scene, obliquely. Nothing may have been moved. */
  async showFirstView(): Promise<void> {
    this.#orbit = fittedOrbit({ ...this.#orbit, kind: 'perspective' }, this.#extent.bounds, await this.#mainSize())
  }

  /** Turns the view by dragging with the middle button. */
  async turn(dxPx: number, dyPx: number): Promise<void> {
    const { left, top, widthPx, heightPx } = await this.#pane('main')
    const [x, y] = [Math.round(left + widthPx / 2), Math.round(top + heightPx / 2)]
    const { mouse } = this.page
    await mouse.move(x, y)
    await mouse.down({ button: 'middle' })
    await mouse.move(x + dxPx, y + dyPx)
    await mouse.up({ button: 'middle' })
    this.#orbit = turned(this.#orbit, dxPx, dyPx)
  }

  async #isFromAbove(): Promise<boolean> {
    return (await this.page.getByRole('button', { name: 'Top', exact: true }).getAttribute('aria-pressed')) === 'true'
  }

  /** Turns the wheel over a place of the common frame. */
  async zoomAt(place: Vec3, deltaY: number): Promise<void> {
    const { left, top, ...size } = await this.#pane('main')
    // Wheel events have whole pixels: the calculation must use the same.
    const at = this.#rounded(await this.mainPlace(place))
    await this.page.mouse.move(...at)
    await this.page.mouse.wheel(0, deltaY)
    this.#orbit = zoomed(this.#orbit, size, { x: at[0] - left, y: at[1] - top }, ZOOM_PER_PX ** deltaY)
  }

  #rounded = ([x, y]: Place): Place => [Math.round(x), Math.round(y)]

  /** Pixels of places of the common frame in the large view, in float64; null outside the view. */
  async mainPlaces(places: readonly Vec3[]): Promise<(Place | null)[]> {
    const { left, top, ...size } = await this.#pane('main')
    const viewCamera = orbitViewCamera(this.#orbit, size)
    return places.map((place) => {
      const at = screenOf(viewCamera, subtract(place, this.job.originM))
      const isInView = at && at.x > 0 && at.x < size.widthPx && at.y > 0 && at.y < size.heightPx
      return isInView ? [left + at.x, top + at.y] : null
    })
  }

  async mainPlace(place: Vec3): Promise<Place> {
    const [at] = await this.mainPlaces([place])
    assert.ok(at, 'in view')
    return at
  }

  /** The middle of a small view, and metres a pixel in it. */
  async boxView(name: BoxViewName, inCommon: Cuboid, zoom = 1): Promise<{ middle: ScreenPoint; metresPerPx: number }> {
    const { left, top, widthPx, heightPx } = await this.#pane(name)
    const cuboid = cuboidRelativeTo(this.job.originM, inCommon)
    const { projection } = boxViewViewCamera(cuboid, name, { widthPx, heightPx }, zoom)
    assert.ok(projection.kind === 'orthographic')
    return { middle: { x: left + widthPx / 2, y: top + heightPx / 2 }, metresPerPx: projection.metresPerPx }
  }

  async drag(from: Place, to: Place, whileDown?: () => Promise<unknown>): Promise<void> {
    const { mouse } = this.page
    await mouse.move(...from)
    await mouse.down()
    await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
    await mouse.move(...to)
    await whileDown?.()
    await mouse.up()
  }

  async toFrame(frame: number): Promise<void> {
    const label = this.page.locator('.timeline-frame')
    const now = Number(/\d+/.exec((await label.textContent()) ?? '')?.[0])
    const key = frame > now ? 'ArrowRight' : 'ArrowLeft'
    for (let i = 0; i < Math.abs(frame - now); i++) await this.page.keyboard.press(key)
    await label.filter({ hasText: new RegExp(`^Frame ${frame} \\(`) }).waitFor()
    await loaded(this.page)
  }

  /** The tracks as the service has them, once everything is saved. */
  async savedTracks(): Promise<PlainTrack[]> {
    await this.page.locator('[data-save-state=saved]').waitFor()
    return (await this.person.get<JobPayloadAnswer>(`/api/jobs/${this.#jobId}`)).document.tracks
  }

  /** A number of the selected cuboid, by its label. */
  async number(label: string): Promise<number> {
    return Number(await this.page.getByLabel(label, { exact: true }).inputValue())
  }

  /** Takes places of an image, from 0 to 1, to the page; of the camera that is shown in the given part. */
  async imagePlaces(label: string, size: { width: number; height: number }): Promise<(x: number, y: number) => Place> {
    const box = await this.page.getByLabel(label, { exact: true }).boundingBox()
    assert.ok(box)
    const scale = Math.min(box.width / size.width, box.height / size.height)
    const left = box.x + (box.width - size.width * scale) / 2
    const top = box.y + (box.height - size.height * scale) / 2
    return (x, y) => [left + x * size.width * scale, top + y * size.height * scale]
  }

  async #mainSize(): Promise<{ widthPx: number; heightPx: number }> {
    const { widthPx, heightPx } = await this.#pane('main')
    return { widthPx, heightPx }
  }

  async #pane(name: string) {
    const box = await this.page.locator(`[data-view="${name}"]`).boundingBox()
    assert.ok(box, `no view ${name}`)
    return { left: box.x, top: box.y, widthPx: box.width, heightPx: box.height }
  }
}

/** Waits for the points of the frame that is shown. */
export const loaded = (page: Page) => page.locator('.sensors-loading').first().waitFor({ state: 'detached' })

/** Waits until the last request is drawn: the next animation frames, and the renderer's work on them. */
export const drawn = (page: Page) =>
  page.evaluate(`(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
    const gl = document.querySelector('.sensors-canvas').getContext('webgl2')
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
    await new Promise(requestAnimationFrame)
  })()`)

async function shownClouds(person: Person, payload: JobPayloadAnswer, job: FusionJob): Promise<ShownCloud[]> {
  const { content } = payload
  assert.ok(content.kind === 'frames' || content.kind === 'cloud')
  const shown: ShownCloud[] = []
  for (const { cloud, commonFromSensor } of content.frames[0].sensors) {
    if (!cloud) continue
    const url = fileUrl(payload, cloud.file)
    const { bytes } = await person.call('GET', url)
    const chunk = decodePointChunks(new Uint8Array(bytes))
    shown.push({
      url,
      chunk: { ...chunk, shownPositions: chunk.positions, byteLength: bytes.length },
      relativeFromChunk: relativeFromChunk(job.originM, cloud.commonFromCloud, chunk.originM),
      sensor: subtract(commonFromSensor.position, job.originM),
      hue: 0,
    })
  }
  return shown
}
