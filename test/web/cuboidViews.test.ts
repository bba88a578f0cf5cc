import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { applyPose } from '../../src/geometry/pose.ts'
import { distance, type Vec3 } from '../../src/geometry/vec3.ts'
import { COMMON_VIEW } from '../../src/model/document/document.ts'
import { newTrack } from '../../src/model/document/newTrack.ts'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { boxViewViewCamera } from '../../src/web/view3d/boxView.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { drawn, loaded } from './fusionPage.ts'
import { STREET_CAR, streetSample } from './streetPayload.ts'

/** What only a browser shows of the cuboid mode. What hands do to cuboids is tested beside src/web/modes/cuboid3d. */

const skip = browserSkip()
const CAMERA = { cameraIds: ['front'], operation: 'cuboid3d_linked2d' } as const

/** Counts what goes to the GPU in large pieces (clouds, not the few lines of boxes), and what is drawn. */
const COUNT_GPU_CALLS = `(() => {
  Object.assign(globalThis, { uploads: 0, draws: 0 })
  const { bufferData, drawArrays } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.bufferData = function (target, data, ...rest) {
    if (data && data.byteLength > 60_000) globalThis.uploads++
    return bufferData.call(this, target, data, ...rest)
  }
  WebGL2RenderingContext.prototype.drawArrays = function (...given) {
    globalThis.draws++
    return drawArrays.apply(this, given)
  }
})()`

/** A car with a box, and a line on the ground. */
async function carAndLine(options = {}) {
  const { street } = await streetSample({ ...options })
  const [car] = street.frames[0].truth
    .filter(({ label }) => label === 'car')
    .toSorted((a, b) => b.pointCount - a.pointCount)
  const { position } = car.cuboid
  const points: Vec3[] = [0, 2, 4].map((x) => ({ ...position, x: position.x + x }))
  const shape = { sensorId: COMMON_VIEW, flat: { type: 'polyline3d' as const, points } }
  const tagClass = { classId: STREET_CAR, attributes: [] }
  const line = newTrack({ id: 'line', annotationType: 'cuboid3d', tagClass, frame: 0, shape })
  const sample = await streetSample({ ...options, tracks: [boxTrack('a', STREET_CAR, 0, car.cuboid), line] })
  return { sample, car: car.cuboid }
}

async function paneOf(page: Page, name: string) {
  const box = await page.locator(`[data-view="${name}"]`).boundingBox()
  assert.ok(box, `no view ${name}`)
  const { x, y, width, height } = box
  return { x, y, width, height, middle: [x + width / 2, y + height / 2] as [number, number] }
}

/** Pixels of the large view that are not its background. */
async function drawnPixels(page: Page): Promise<number> {
  const shot = await page.locator('[data-view="main"]').screenshot()
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let i = 0; i < data.length; i += info.channels) if (Math.max(data[i], data[i + 1], data[i + 2]) > 60) count++
  return count
}

const boxOf = ({ run }: EditorPage) =>
  run<{ position: Vec3; width: number }>(`(() => {
    const { cuboid } = session.document.tracks.get('a')
    return { position: { ...cuboid.keys[0].shape.position }, width: cuboid.dimensions.width }
  })()`)

async function pull(page: Page, from: readonly [number, number], ...way: (readonly [number, number])[]) {
  await page.mouse.move(...from)
  await page.mouse.down()
  for (const place of way) await page.mouse.move(...place)
  await page.mouse.up()
}

test('lidar cuboids: views, numbers and pointer of the page', { skip }, async (t) => {
  const { sample, car } = await carAndLine()
  await withEditor(sample.payload, sample.files, async (editor) => {
    const { page, run, fetched } = editor
    await loaded(page)
    await t.test(
      'stepping over prefetched frames fetches and uploads nothing twice; at rest nothing is drawn',
      async () => {
        await run(COUNT_GPU_CALLS)
        const visit = async (frame: number) => {
          await run(`session.setFrame(${frame})`)
          await loaded(page)
          await pictures(editor, 2)
        }
        for (const frame of [0, 1, 2, 3]) await visit(frame)
        const first = await run<number>('uploads')
        assert.ok(first >= 3, `the count sees uploads: ${first}`)
        for (const frame of [2, 1, 0, 3, 1, 2, 0]) await visit(frame)
        assert.equal(await run<number>('uploads'), first)
        assert.deepEqual([...fetched.values()], [1, 1, 1, 1])

        await run(`session.select(['a'])`)
        const settled = await drawnOnce(editor)
        assert.ok(settled > 0)
        await pictures(editor, 30)
        assert.equal(await run<number>('draws'), settled)
        const { middle } = await paneOf(page, 'top')
        await pull(page, middle, [middle[0] + 6, middle[1]], [middle[0] + 12, middle[1]])
        await page.waitForFunction(`draws > ${settled}`)
        await page.keyboard.press('Control+z')
        await page.keyboard.press('Escape')
      },
    )

    await t.test('the small views say what they are for; a frame is named by number and id', async () => {
      const hint = page.getByText('Select an object to see it from the top, the side and the rear.')
      const small = page.locator('[data-view=top], [data-view=side], [data-view=rear]').filter({ visible: true })
      await hint.waitFor()
      assert.equal(await small.count(), 0)
      const frames = page.getByRole('toolbar', { name: 'Frames' })
      await frames.getByText('frame-000', { exact: true }).waitFor()
      await page.keyboard.press('ArrowRight')
      await frames.getByTitle('Frame ID frame-001').waitFor()
      await page.keyboard.press('ArrowLeft')
      await frames.getByText('frame-000', { exact: true }).waitFor()
      const color = page.getByRole('combobox', { name: 'Color points by' })
      const disabled = (await color.locator('option:disabled').allInnerTexts()).join()
      assert.match(disabled, /Point color/, 'colours that the points do not have')
      assert.match(disabled, /needs a camera with intrinsics/)
    })

    await t.test(
      'the coordinates of the point under the pointer are shown, and its distance from another',
      async () => {
        await page.keyboard.press('v')
        await drawn(page)
        const readout = page.getByLabel('Point under the pointer')
        await page.keyboard.press('Alt+m')
        await page.getByText('Point at a point of the cloud first, then measure from it.').waitFor()
        const { middle } = await paneOf(page, 'main')
        // Not every place has a point within the pointer's reach.
        const over = async (side: 1 | -1, shown: Locator) => {
          for (let i = 0; i < 120; i++) {
            await page.mouse.move(middle[0] + side * (10 + (i % 12) * 9), middle[1] + Math.floor(i / 12) * 9)
            const isThere = shown.waitFor({ timeout: 400 }).then(() => true)
            if (await isThere.catch(() => false)) return
          }
          assert.fail('no point under the pointer')
        }
        await over(1, readout)
        const text = (await readout.textContent()) ?? ''
        const found = /x (\S+?)y (\S+?)z (\S+?) mDistance (\S+?) mIntensity (\S+?)#(\d+)/.exec(text)
        assert.ok(found, text)
        const [x, y, z, awayM, , index] = found.slice(1).map(Number)
        const { positions, commonFromSensor } = sample.street.frames[0].lidar
        const [px, py, pz] = positions.subarray(3 * index, 3 * index + 3)
        const place = applyPose(commonFromSensor, { x: px, y: py, z: pz })
        assert.ok(distance({ x, y, z }, place) < 0.002, text)
        assert.ok(Math.abs(distance(place, commonFromSensor.position) - awayM) < 0.01, text)
        await page.keyboard.press('Alt+m')
        await over(-1, readout.getByText(/^\d+\.\d\d m \(\d+\.\d\d m across, -?\d+\.\d\d m up\)$/))
        await page.keyboard.press('Alt+m')
        await readout.locator('strong').waitFor({ state: 'detached' })
        await page.mouse.wheel(0, 50)
        await readout.waitFor({ state: 'detached' })
      },
    )

    await t.test('the ground is hidden, and all is shown again', async () => {
      await page.getByRole('button', { name: 'All heights' }).click()
      await page.getByRole('button', { name: 'Hide ground' }).click()
      const shown = page.getByRole('button', { name: 'Ground hidden' })
      await shown.waitFor()
      await page.getByRole('button', { name: 'All heights' }).click()
      await shown.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
    })

    await t.test('a drag holds its pointer beyond the view, and numbers change the box', async () => {
      await page.keyboard.press('Escape')
      await run(`session.select(['a'])`)
      const top = await paneOf(page, 'top')
      const size = { widthPx: top.width, heightPx: top.height }
      const { projection } = boxViewViewCamera(car, 'top', size)
      assert.ok(projection.kind === 'orthographic')
      const [x, y] = top.middle
      // Out of the small view to the left, over the large one.
      const outside = top.x - 40
      await pull(page, [x, y], [x - 20, y], [outside, y])
      const movedM = distance((await boxOf(editor)).position, car.position)
      assert.ok(Math.abs(movedM - (x - outside) * projection.metresPerPx) < 1e-6, `${movedM} m`)
      await page.keyboard.press('Control+z')
      const field = page.getByLabel('X (m)')
      await field.fill(String(car.position.x + 1))
      await field.press('Enter')
      assert.ok(Math.abs((await boxOf(editor)).position.x - car.position.x - 1) < 1e-3)
      await page.keyboard.press('Control+z')
      assert.deepEqual((await boxOf(editor)).position, car.position)
    })

    await t.test(
      'the edge of the small views can be moved by pointer and by keys; wide enough, they are side by side',
      async () => {
        const edge = page.getByRole('separator', { name: 'Width of the small views' })
        const heightOf = async () => (await paneOf(page, 'top')).height
        const before = await heightOf()
        const { x, y, height } = (await edge.boundingBox())!
        const at = y + height / 3
        await pull(page, [x + 4, at], [x - 120, at], [x - 260, at])
        assert.ok((await heightOf()) > 1.3 * before, 'two side by side are higher')
        const share = await run<number>('session.view.sideShare')
        assert.ok(share > 0.4, `${share}`)
        await edge.press('ArrowRight')
        assert.ok(Math.abs((await run<number>('session.view.sideShare')) - share + 0.02) < 1e-9)
        assert.equal(await run('session.frame'), 0, 'keys of the edge step over no frames')
        await edge.dblclick()
        assert.equal(await heightOf(), before)
      },
    )

    await t.test('the panel lists the points of a line, and takes numbers for the one that was chosen', async () => {
      await run(`session.select(['line'])`)
      const numbers = page.getByRole('region', { name: 'Points' })
      const rows = numbers.getByRole('listitem').getByRole('button')
      await rows.nth(2).click()
      assert.equal(await rows.count(), 3)
      const height = numbers.getByLabel('Z (m)')
      await height.fill('1.25')
      await height.press('Enter')
      const heights = `session.document.tracks.get('line').views.get('').keys[0].shape.points.map(({ z }) => z)`
      assert.equal((await run<number[]>(heights))[2], 1.25)
      await numbers.getByText(/^3 points, [\d.]+ m$/).waitFor()
      await page.keyboard.press('Control+z')
      await run(`session.select([])`)
    })

    await t.test('a lost graphics context is reported, and all is drawn again when it is back', async () => {
      await run(`session.select(['a'])`)
      await drawn(page)
      const before = await drawnPixels(page)
      assert.ok(before > 2000, `${before} pixels are drawn`)
      await run(`globalThis.loss = document.querySelector('.sensors-canvas').getContext('webgl2')
        .getExtension('WEBGL_lose_context'); loss.loseContext()`)
      const alert = page.getByText('The graphics card stopped rendering')
      await alert.waitFor()
      await run('loss.restoreContext()')
      await alert.waitFor({ state: 'detached' })
      await until(async () => Math.abs((await drawnPixels(page)) - before) < before / 20)
      // Work goes on as before.
      await page.keyboard.press('Shift+C')
      assert.equal(await run('session.canUndo'), true)
    })
  })
})

/** A picture after another, as many as said. */
const pictures = ({ run }: EditorPage, count: number) =>
  run(`(async () => { for (let i = 0; i < ${count}; i++) await new Promise(requestAnimationFrame) })()`)

async function drawnOnce(editor: EditorPage): Promise<number> {
  const draws = () => editor.run<number>('draws')
  for (let before = -1; ; ) {
    const now = await draws()
    if (now === before) return now
    before = now
    await pictures(editor, 10)
  }
}

test('actions that a job does not allow are off, and say why', { skip }, async () => {
  const { sample } = await carAndLine({ ...CAMERA, frames: 2, withEgoPose: false })
  const { content } = sample.payload
  assert.ok(content.kind === 'frames')
  const sensors = content.sensors.map((sensor) => ({ ...sensor, state: 'non_editable' as const }))
  await withEditor({ ...sample.payload, content: { ...content, sensors } }, sample.files, async ({ page, run }) => {
    await loaded(page)
    await run(`session.select(['a'])`)
    await page.getByText('This lidar is read-only').waitFor()
    await page.locator('.sensors-link-actions').getByText('Read-only').first().waitFor()
    assert.equal(await page.getByLabel('Aggregated cloud').getAttribute('aria-disabled'), 'true')
    assert.ok(await page.getByRole('checkbox', { name: 'Stationary' }).isDisabled())
    assert.ok((await drawnPixels(page)) > 2000, 'its points are shown')
  })
})
