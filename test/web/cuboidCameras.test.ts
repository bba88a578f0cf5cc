import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCamera, normalizeImagePoint } from '../../src/geometry/camera.ts'
import { projectedBounds } from '../../src/geometry/projectedBounds.ts'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { STREET_CAR, streetSample } from './streetPayload.ts'

const skip = browserSkip()
const CAMERAS = ['front', 'left']

interface PlainView {
  sensorId: string
  follows: boolean
  keys: { kind: string; frame: number; shape?: { left: number; top: number; right: number; bottom: number } }[]
}
const viewsOf = (editor: EditorPage, index = 0) =>
  editor.run<PlainView[]>(`[...[...session.document.tracks.values()][${index}].views].map(([sensorId, path]) => (
    { sensorId, follows: path.follows, keys: path.keys }))`)

async function imageOf(page: Page, size: { width: number; height: number }) {
  const box = await page.locator('.sensors-camera').boundingBox()
  assert.ok(box)
  const scale = Math.min(box.width / size.width, box.height / size.height)
  const left = box.x + (box.width - size.width * scale) / 2
  const top = box.y + (box.height - size.height * scale) / 2
  return (x: number, y: number) => [left + x * size.width * scale, top + y * size.height * scale] as const
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 3 })
  await page.mouse.up()
}

/** The nearest car that the front camera sees whole. */
async function carInFront(operation: 'cuboid3d' | 'cuboid3d_linked2d', more = {}) {
  const { street } = await streetSample({ frames: 2 })
  const shot = street.frames[0].cameras.find(({ sensorId }) => sensorId === 'front')!
  const camera = createCamera(shot.intrinsics, shot.commonFromCamera)
  const size = { width: shot.width, height: shot.height }
  const seen = street.frames[0].truth
    .map((truth) => ({ truth, bounds: projectedBounds(truth.cuboid, camera, size) }))
    .filter(({ truth, bounds }) => truth.label === 'car' && bounds && bounds.minU > 5 && bounds.maxU < size.width - 6)
    .toSorted((a, b) => b.bounds!.maxU - b.bounds!.minU - (a.bounds!.maxU - a.bounds!.minU))
  const { truth, bounds } = seen[0]
  const track = boxTrack('a', STREET_CAR, 0, truth.cuboid, operation === 'cuboid3d' ? [] : CAMERAS)
  const sample = await streetSample({ frames: 2, operation, cameraIds: CAMERAS, tracks: [track], ...more })
  const min = normalizeImagePoint({ u: bounds!.minU, v: bounds!.minV }, size)
  const max = normalizeImagePoint({ u: bounds!.maxU, v: bounds!.maxV }, size)
  return { ...sample, size, min, max }
}

const imageShown = (page: Page) => page.locator('.sensors-loading').first().waitFor({ state: 'detached' })

test('a linked box follows the cuboid until a person adjusts or dismisses it; projected anew it follows again', {
  skip,
}, async () => {
  const { payload, files, size, min, max } = await carInFront('cuboid3d_linked2d')
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await imageShown(page)
    await page.keyboard.press('h')
    const before = await imageOf(page, size)
    await page.mouse.click(...before((min.x + max.x) / 2, (min.y + max.y) / 2))
    assert.deepEqual(await editor.run('[...session.selection]'), ['a'])
    await page.locator('.sensors-link-state', { hasText: 'Linked' }).waitFor()
    await page.keyboard.press('h')
    const small = page.locator('.sensors-side .sensors-cell', { has: page.locator('.sensors-link-state') })
    const caption = (await small.locator('.sensors-caption').boundingBox())!
    for (const button of await small.getByRole('button').all()) {
      const { x, y } = (await button.boundingBox())!
      assert.ok(x > caption.x + caption.width || y > caption.y + caption.height, 'its name is left to be read')
    }
    await page.keyboard.press('h')
    // The numbers of the selection may have taken some of the width.
    await page.getByLabel('Size and position').waitFor()
    const at = await imageOf(page, size)
    const front = async () => (await viewsOf(editor)).find(({ sensorId }) => sensorId === 'front')!
    assert.deepEqual((await front()).keys, [])

    const [x, y] = at(max.x, (min.y + max.y) / 2)
    const one = at(max.x + 0.03, 0)[0] - x
    await drag(page, [x, y], [x + one, y])
    const [key] = (await front()).keys
    assert.ok(key.shape && Math.abs(key.shape.right - max.x - 0.03) < 0.002, JSON.stringify(key.shape))
    assert.ok(Math.abs(key.shape.left - min.x) < 1e-6)
    await page.locator('.sensors-link-state', { hasText: 'Adjusted' }).waitFor()
    // The other camera, and the cuboid, are left alone.
    assert.deepEqual((await viewsOf(editor)).find(({ sensorId }) => sensorId === 'left')?.keys, [])

    await page.keyboard.press('w')
    assert.deepEqual((await front()).keys, [key], 'kept although the cuboid moved')
    await page.getByRole('button', { name: 'Reproject' }).click()
    assert.deepEqual((await front()).keys, [])
    await page.getByRole('button', { name: 'Remove box' }).click()
    assert.deepEqual(
      (await front()).keys.map(({ kind, frame }) => [kind, frame]),
      [['out', 0]],
    )
    await page.locator('.sensors-link-state', { hasText: 'Removed' }).waitFor()
  })
})

test('what only a camera sees gets a box of its own', { skip }, async () => {
  const { payload, files, size } = await carInFront('cuboid3d_linked2d')
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await imageShown(page)
    await page.keyboard.press('h')
    await editor.run(`session.setTool('camera')`)
    const at = await imageOf(page, size)
    await drag(page, at(0.6, 0.1), at(0.7, 0.3))
    await page.waitForFunction('session.document.tracks.size === 2')
    const [view] = await viewsOf(editor, 1)
    assert.equal(view.follows, false)
    const { left, top, right, bottom } = view.keys[0].shape!
    for (const [actual, expected] of [
      [left, 0.6],
      [top, 0.1],
      [right, 0.7],
      [bottom, 0.3],
    ]) {
      assert.ok(Math.abs(actual - expected) < 0.003, `${actual} is not ${expected}`)
    }
    assert.equal(await editor.run('[...session.document.tracks.values()][1].cuboid'), null)
  })
})

test('a camera without intrinsics is shown plain and says why; the one that sees the object is taken', {
  skip,
}, async () => {
  const { payload, files } = await carInFront('cuboid3d', { uncalibrated: ['left'] })
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await imageShown(page)
    await page.keyboard.press('Tab')
    await page.getByLabel('Image of Front camera').waitFor()
    assert.equal(await page.getByLabel('Object visible').count(), 1)
    await page.getByRole('button', { name: 'Left' }).click()
    await page.getByText('No intrinsics').waitFor()
  })
})

test('without ego_pose, aggregation and stationary are off and say why', { skip }, async () => {
  const { payload, files } = await carInFront('cuboid3d', { withEgoPose: false })
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await imageShown(page)
    await page.keyboard.press('Tab')
    assert.equal(await page.getByLabel('Aggregated cloud').getAttribute('aria-disabled'), 'true')
    await page.keyboard.press('m')
    await page.getByText('The aggregated cloud needs ego_pose in every frame.').first().waitFor()
    assert.ok(await page.getByRole('checkbox', { name: 'Stationary' }).isDisabled())
    await page.keyboard.press('y')
    assert.equal(await editor.run('[...session.document.tracks.values()][0].stationary'), false)
  })
})

test('all cameras side by side with the points over them show whether the calibration fits', { skip }, async () => {
  const { payload, files } = await carInFront('cuboid3d', { uncalibrated: ['left'] })
  await withEditor(payload, files, async ({ page, run }) => {
    await imageShown(page)
    await page.keyboard.press('u')
    await page.getByLabel('Image of Front camera').waitFor()
    await page.getByLabel('Image of Left fisheye').waitFor()
    await page.getByText('No intrinsics').waitFor()
    const colours = (label: string) =>
      run<number>(`(() => {
        const canvas = document.querySelector('[aria-label="${label}"]')
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        let vivid = 0
        for (let i = 0; i < data.length; i += 4) {
          const rgb = [data[i], data[i + 1], data[i + 2]]
          if (Math.max(...rgb) - Math.min(...rgb) > 150) vivid++
        }
        return vivid
      })()`)
    await page.waitForTimeout(1500)
    assert.ok((await colours('Image of Front camera')) > 10 * (await colours('Image of Left fisheye')) + 500)
    await page.keyboard.press('Escape')
    await page.locator('[data-view="main"]').waitFor()
  })
})

test('keys show points over the image and size them; between the controls a press is about the view', {
  skip,
}, async () => {
  const { payload, files } = await carInFront('cuboid3d')
  await withEditor(payload, files, async ({ page, run }) => {
    await imageShown(page)
    const points = page.getByRole('button', { name: 'Show points on image' })
    for (const isOn of ['true', 'false']) {
      await page.keyboard.press('Shift+U')
      assert.equal(await points.getAttribute('aria-pressed'), isOn)
    }
    const size = page.getByRole('slider', { name: 'Point size in pixels' })
    const sizeNow = async () => Number(await size.getAttribute('aria-valuenow'))
    const before = await sizeNow()
    await page.keyboard.press('+')
    assert.equal(await sizeNow(), before + 0.5)
    for (let i = 0; i < 20; i++) await page.keyboard.press('-')
    assert.equal(await sizeNow(), 1)
    const bar = (await page.locator('.sensors-bar').boundingBox())!
    const under = (x: number, y: number) => run<string>(`document.elementFromPoint(${x}, ${y}).className`)
    assert.match(await under(bar.x + 2, bar.y + 2), /sensors-(pane|overlay)/)
    const top = (await page.getByRole('button', { name: 'Top', exact: true }).boundingBox())!
    assert.doesNotMatch(await under(top.x + top.width / 2, top.y + top.height / 2), /sensors/)
  })
})

test('an image that could not be loaded is loaded when one asks again', { skip }, async () => {
  const { payload, files } = await carInFront('cuboid3d')
  const [name, image] = [...files].find(([, { type }]) => type.startsWith('image/'))!
  const broken = new Map(files).set(name, { ...image, body: Buffer.from('cut off') })
  await withEditor(payload, broken, async ({ page }) => {
    const failure = page.getByRole('alert').filter({ hasText: 'The image could not be loaded' })
    await failure.first().waitFor()
    broken.set(name, image)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await failure.waitFor({ state: 'detached' })
  })
})
