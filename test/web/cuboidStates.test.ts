import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { JobPayload } from '../../src/formats/workbench/job.ts'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { browserSkip } from '../browser.ts'
import { withEditor } from './editorPage.ts'
import { STREET_CAR, streetSample } from './streetPayload.ts'

const skip = browserSkip()
const CAMERAS = ['front']
const loaded = (page: Page) => page.locator('.sensors-loading').first().waitFor({ state: 'detached' })

/** A car, and sensors as the test wants them. */
async function sample(change: (sensor: SensorMeta) => Partial<SensorMeta>, operation?: 'cuboid3d_linked2d') {
  const { street } = await streetSample({ frames: 2 })
  const [truth] = street.frames[0].truth
    .filter(({ label }) => label === 'car')
    .toSorted((a, b) => b.pointCount - a.pointCount)
  const track = boxTrack('a', STREET_CAR, 0, truth.cuboid, operation ? CAMERAS : [])
  const options = { frames: 2, cameraIds: CAMERAS, tracks: [track], ...(operation && { operation }) }
  const { payload, files } = await streetSample(options)
  const content = payload.content as Extract<JobPayload['content'], { kind: 'frames' | 'cloud' }>
  const sensors = content.sensors.map((sensor) => ({ ...sensor, ...change(sensor) }))
  return { payload: { ...payload, content: { ...content, sensors } }, files }
}
type SensorMeta = Extract<JobPayload['content'], { kind: 'frames' | 'cloud' }>['sensors'][number]

/** Pixels of the large view that are not its background. */
async function drawnPixels(page: Page): Promise<number> {
  const shot = await page.locator('[data-view="main"]').screenshot()
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let i = 0; i < data.length; i += info.channels) {
    if (Math.max(data[i], data[i + 1], data[i + 2]) > 60) count++
  }
  return count
}

test('when the graphics card lets go of the views it is said, and all is drawn again when it is back', {
  skip,
}, async () => {
  const { payload, files } = await sample(() => ({}))
  await withEditor(payload, files, async ({ page, run }) => {
    await loaded(page)
    await page.keyboard.press('Tab')
    await page.waitForTimeout(300)
    const before = await drawnPixels(page)
    assert.ok(before > 2000, `${before} pixels are drawn`)
    await run(`globalThis.loss = document.querySelector('.sensors-canvas').getContext('webgl2')
      .getExtension('WEBGL_lose_context'); loss.loseContext()`)
    const alert = page.getByText('The graphics card stopped rendering')
    await alert.waitFor()
    await run('loss.restoreContext()')
    await alert.waitFor({ state: 'detached' })
    await page.waitForTimeout(500)
    const after = await drawnPixels(page)
    assert.ok(Math.abs(after - before) < before / 20, `${after} pixels are drawn, of ${before}`)
    // Work goes on as before.
    await page.keyboard.press('c')
    assert.equal(await run('session.canUndo'), true)
  })
})

test('a lidar that is not to be annotated is shown, has no tools and says why', { skip }, async () => {
  const { payload, files } = await sample(
    ({ modality }) => (modality === 'lidar' ? { state: 'non_editable' } : {}),
    'cuboid3d_linked2d',
  )
  await withEditor(payload, files, async ({ page, run }) => {
    await loaded(page)
    await page.getByText('This lidar is read-only').waitFor()
    assert.deepEqual(await run('session.tools.map(({ id }) => id)'), ['select', 'camera'])
    await page.keyboard.press('Tab')
    const before = await run('JSON.stringify([...session.document.tracks.values()][0].cuboid)')
    for (const key of ['w', 'c', 'k', 'Delete', 'q', 'y']) await page.keyboard.press(key)
    assert.equal(await run('JSON.stringify([...session.document.tracks.values()][0].cuboid)'), before)
    assert.ok((await drawnPixels(page)) > 2000)
  })
})

test('a camera that is not to be annotated shows its boxes, keeps them and says why', { skip }, async () => {
  const { payload, files } = await sample(
    ({ modality }) => (modality === 'camera' ? { state: 'non_editable' } : {}),
    'cuboid3d_linked2d',
  )
  await withEditor(payload, files, async ({ page, run }) => {
    await loaded(page)
    await page.locator('.sensors-link-actions').getByText('Read-only').waitFor()
    const ofLidar = ['select', 'drag', 'click', 'rectangle', 'fit', 'polyline3d', 'keypoint3d']
    assert.deepEqual(await run('session.tools.map(({ id }) => id)'), ofLidar)
    await page.keyboard.press('Tab')
    await page.keyboard.press('l')
    await page.getByText('This camera is read-only').waitFor()
    assert.equal(await run('session.canUndo'), false)
    await page.keyboard.press('w')
    assert.equal(await run('session.canUndo'), true)
  })
})

test('a job whose primary view is a camera opens with its image large, and H gives the points the place', {
  skip,
}, async () => {
  const { payload, files } = await sample(({ modality }) => ({ primaryView: modality === 'camera' }))
  await withEditor(payload, files, async ({ page }) => {
    const image = page.locator('.sensors-main').getByLabel('Image of Front camera')
    await image.waitFor()
    assert.equal(await page.locator('.sensors-main [data-view="main"]').count(), 0)
    await page.keyboard.press('h')
    await page.locator('.sensors-main [data-view="main"]').waitFor()
    assert.equal(await image.count(), 0)
  })
})

test('a double click on a side of a small view takes it to the outermost point inside', { skip }, async () => {
  const { payload, files } = await sample(() => ({}))
  await withEditor(payload, files, async ({ page, run }) => {
    await loaded(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('c')
    const width = () => run<number>('[...session.document.tracks.values()][0].cuboid.dimensions.width')
    const before = await width()
    const rear = (await page.locator('[data-view="rear"]').boundingBox())!
    // Wherever the side is seen: the first place with its cursor, going out from the middle.
    for (let x = 0; x < rear.width / 2; x += 2) {
      await page.mouse.move(rear.x + rear.width / 2 + x, rear.y + rear.height / 2)
      const cursor = await run(`document.querySelector('[data-view="rear"]').style.cursor`)
      if (cursor !== 'ew-resize') continue
      await page.mouse.dblclick(rear.x + rear.width / 2 + x + 3, rear.y + rear.height / 2)
      break
    }
    const after = await width()
    assert.ok(after < before && after > before - 0.5, `${before} m became ${after} m`)
    await page.keyboard.press('Control+z')
    assert.equal(await width(), before)
  })
})

test('the edge of the small views is pulled, by pointer and by keys; wide enough they stand side by side', {
  skip,
}, async () => {
  const sample = await streetSample()
  const [truth] = sample.street.frames[0].truth
  const { payload, files } = await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, truth.cuboid)] })
  await withEditor(payload, files, async ({ page, run }) => {
    await loaded(page)
    await page.keyboard.press('Tab')
    const edge = page.getByRole('separator', { name: 'Width of the small views' })
    const heightOf = async () => (await page.locator('[data-view="top"]').boundingBox())!.height
    const before = await heightOf()
    const { x, y, height } = (await edge.boundingBox())!
    await page.mouse.move(x + 4, y + height / 3)
    await page.mouse.down()
    await page.mouse.move(x - 120, y + height / 3)
    await page.mouse.move(x - 260, y + height / 3)
    await page.mouse.up()
    assert.ok((await heightOf()) > 1.3 * before, 'two side by side are higher')
    const share = await run<number>('session.view.sideShare')
    assert.ok(share > 0.4, `${share}`)
    await edge.press('ArrowRight')
    assert.ok(Math.abs((await run<number>('session.view.sideShare')) - share + 0.02) < 1e-9)
    assert.equal(await run('session.frame'), 0, 'keys of the edge step over no frames')
    await edge.dblclick()
    assert.equal(await heightOf(), before)
  })
})
