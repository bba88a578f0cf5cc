import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { TilePyramid } from '../../src/formats/workbench/job.ts'
import { distance } from '../../src/geometry/vec3.ts'
import { BY_HAND, placedAt } from '../../src/model/document/edits/placeCuboid.ts'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { GUTTER_PX, MAX_FRAME_PX, ROW_PX, RULER_PX } from '../../src/web/timeline/layout.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { drawn, loaded, type Place } from './fusionPage.ts'
import { STREET_CAR, type StreetSample, streetSample } from './streetPayload.ts'

/** What only a browser shows of cameras beside cuboids: images, their colours, the timeline and the batch view. */

const skip = browserSkip()
const FRAMES = 6
const TAKEN_ALONG = { source: 'propagated', sizeOfFrame: false } as const

/** A parked car that the front camera sees, and another one that was taken along; one frame has no images. */
async function linkedDrive(): Promise<StreetSample> {
  const cameras = { operation: 'cuboid3d_linked2d', cameraIds: ['front', 'left'], uncalibrated: ['left'] } as const
  const { street } = await streetSample({ frames: FRAMES })
  const [first, second] = street.frames[0].truth.filter(({ label, cuboid }) => label === 'car' && cuboid.position.x > 0)
  const seen = boxTrack('a', STREET_CAR, 0, first.cuboid, ['front'])
  const carried = placedAt(boxTrack('b', STREET_CAR, 0, second.cuboid), 5, second.cuboid, TAKEN_ALONG)
  const sample = await streetSample({
    ...cameras,
    frames: FRAMES,
    tracks: [placedAt(seen, 1, first.cuboid, BY_HAND), carried],
  })
  const { content } = sample.payload
  assert.ok(content.kind === 'frames')
  const frames = content.frames.map((frame, index) =>
    index === 5 ? { ...frame, sensors: frame.sensors.filter(({ image }) => image === null) } : frame,
  )
  return { ...sample, payload: { ...sample.payload, content: { ...content, frames } } }
}

const pointsLoaded = (page: Page) => page.getByText('Loading points').waitFor({ state: 'detached' })

async function pull(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 3 })
  await page.mouse.up()
}

/** Where the timeline has a frame of a row. */
async function timelineOf({ page }: EditorPage) {
  const canvas = (await page.locator('.timeline-canvas').boundingBox())!
  const framePx = Math.min(MAX_FRAME_PX, (canvas.width - GUTTER_PX) / FRAMES)
  return (frame: number, row: number): Place => [
    canvas.x + GUTTER_PX + (frame + 0.5) * framePx,
    canvas.y + RULER_PX + (row + 0.5) * ROW_PX,
  ]
}

/** Colour of the timeline's canvas at a place of the page. */
const timelineColor = ({ run }: EditorPage, [x, y]: Place) =>
  run<string>(`(() => {
    const canvas = document.querySelector('.timeline-canvas canvas')
    const { left, top, width } = canvas.getBoundingClientRect()
    const scale = canvas.width / width
    const at = [(${x} - left) * scale, (${y} - top) * scale].map(Math.round)
    return [...canvas.getContext('2d').getImageData(...at, 1, 1).data].join()
  })()`)

/** How many pixels of a camera's canvas have a colour that no photograph has. */
const vividPixels = ({ run }: EditorPage, label: string) =>
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

test('linked cuboids: images, timeline and batch view of the page', { skip }, async (t) => {
  const sample = await linkedDrive()
  const [name, image] = [...sample.files].find(([file]) => file === 'frame-000-front')!
  const files = new Map(sample.files).set(name, { ...image, body: Buffer.from('cut off') })
  await withEditor(sample.payload, files, async (editor) => {
    const { page, run } = editor
    await pointsLoaded(page)
    await t.test('an image that could not be loaded is loaded when one asks again', async () => {
      const failure = page.getByRole('alert').filter({ hasText: 'The image could not be loaded' })
      await failure.first().waitFor()
      files.set(name, image)
      await failure.getByRole('button', { name: 'Try again' }).click()
      await failure.waitFor({ state: 'detached' })
    })

    await t.test('a camera says how its box relates to the cuboid, and which actions are possible', async () => {
      await run(`session.select(['a'])`)
      await page.locator('.sensors-link-state', { hasText: 'Linked' }).waitFor()
      const small = page.locator('.sensors-side .sensors-cell', { has: page.locator('.sensors-link-state') })
      const caption = (await small.locator('.sensors-caption').boundingBox())!
      for (const button of await small.getByRole('button').all()) {
        const { x, y } = (await button.boundingBox())!
        assert.ok(x > caption.x + caption.width || y > caption.y + caption.height, 'its name is left to be read')
      }
      await page.keyboard.press('h')
      await page.locator('.sensors-main').getByLabel('Image of Front camera').waitFor()
      assert.equal(await page.locator('.sensors-main [data-view="main"]').count(), 0)
      await page.getByRole('button', { name: 'Remove box' }).click()
      await page.locator('.sensors-link-state', { hasText: 'Removed' }).waitFor()
      await page.getByRole('button', { name: 'Reproject' }).click()
      await page.locator('.sensors-link-state', { hasText: 'Linked' }).waitFor()
      await page.keyboard.press('h')
      await page.locator('.sensors-main [data-view="main"]').waitFor()
      assert.equal(await page.getByLabel('Object visible').count(), 1)
      await page.getByRole('button', { name: 'Left' }).click()
      await page.getByText('No intrinsics').first().waitFor()
      await page.getByRole('button', { name: 'Left' }).click()
    })

    await t.test('brightness and contrast are those of images, and leave what is drawn over them alone', async () => {
      await page.getByRole('button', { name: 'Brightness and contrast' }).click()
      await page.getByRole('slider', { name: 'Brightness' }).press('ArrowRight')
      const filters = () =>
        run<string[]>(`[...document.querySelectorAll('.sensors-picture, .sensors-thumb canvas, .sensors-camera')]
          .map((canvas) => getComputedStyle(canvas).filter).sort()`)
      const changed = 'brightness(1.05) contrast(1)'
      assert.deepEqual(await filters(), [changed, changed, changed, 'none', 'none', 'none'])
      await page.getByText('Reset').click()
      assert.deepEqual(new Set(await filters()), new Set(['none']))
      await page.keyboard.press('Escape')
    })

    await t.test('between the controls over the large view a press is about the view', async () => {
      const bar = (await page.locator('.sensors-bar').boundingBox())!
      const under = (x: number, y: number) => run<string>(`document.elementFromPoint(${x}, ${y}).className`)
      assert.match(await under(bar.x + 2, bar.y + 2), /sensors-(pane|overlay)/)
      const top = (await page.getByRole('button', { name: 'Top', exact: true }).boundingBox())!
      assert.doesNotMatch(await under(top.x + top.width / 2, top.y + top.height / 2), /sensors/)
    })

    await t.test('all cameras side by side with the points over them show whether the calibration fits', async () => {
      await page.keyboard.press('u')
      await page.getByLabel('Image of Front camera').waitFor()
      await page.getByLabel('Image of Left fisheye').waitFor()
      await page.getByText('No intrinsics').waitFor()
      await until(async () => {
        const [front, left] = [
          await vividPixels(editor, 'Image of Front camera'),
          await vividPixels(editor, 'Image of Left fisheye'),
        ]
        return front > 10 * left + 500
      })
      await page.keyboard.press('Escape')
      await page.locator('[data-view="main"]').waitFor()
    })

    await t.test('the large view keeps its place where a frame has no images', async () => {
      const place = () => page.locator('[data-view="main"]').boundingBox()
      const before = await place()
      assert.ok(before && before.height > 100)
      await page.keyboard.press('End')
      await page.getByText('No images in this frame').waitFor()
      await loaded(page)
      assert.deepEqual(await place(), before)
      await page.keyboard.press('Home')
      await loaded(page)
    })

    await t.test(
      'keyframes of the cuboid and of its boxes on cameras are dragged and deleted in rows of the timeline',
      async () => {
        await drawn(page)
        const at = await timelineOf(editor)
        const framesOf = (path: string) =>
          run<number[]>(`session.document.tracks.get('a').${path}.keys.map((key) => key.frame)`)
        const onCamera = () => framesOf(`views.get('front')`)
        const [manual, carried] = [await timelineColor(editor, at(0, 2)), await timelineColor(editor, at(5, 2))]
        assert.notEqual(manual, carried, 'what a machine placed is told apart')
        await pull(page, at(1, 0), at(2, 0))
        assert.deepEqual(await framesOf('cuboid'), [0, 2])
        await page.mouse.click(...at(3, 1), { button: 'right' })
        await page.getByRole('menuitem', { name: 'Remove box in this frame' }).click()
        assert.deepEqual(await onCamera(), [3])
        await pull(page, at(3, 1), at(4, 1))
        assert.deepEqual(await onCamera(), [4])
        assert.equal(await run('session.frame'), 4)
        await page.mouse.click(...at(4, 1), { button: 'right' })
        await page.getByRole('menuitem', { name: 'Follow the cuboid' }).click()
        assert.deepEqual(await onCamera(), [])
        await page.mouse.click(...at(2, 0), { button: 'right' })
        await page.getByRole('menuitem', { name: 'Delete keyframe' }).click()
        assert.deepEqual(await framesOf('cuboid'), [0])
        await page.mouse.click(...at(0, 0), { button: 'right' })
        await page.getByRole('menuitem', { name: 'Delete keyframe' }).click()
        await page.getByText('This is the only keyframe').waitFor()
        for (let i = 0; i < 5; i++) await page.keyboard.press('Control+z')
        assert.deepEqual([await framesOf('cuboid'), await onCamera()], [[0, 1], []])
      },
    )

    await t.test(
      'the batch view acts on chosen frames; keys continue at the box that was changed, and few frames fill the height',
      async () => {
        const keys = () => run<number[]>(`session.document.tracks.get('a').cuboid.keys.map((key) => key.frame)`)
        await page.keyboard.press('g')
        const frame = (n: number) => page.getByLabel(`Select frame ${n}`, { exact: true })
        await page.keyboard.press('Delete')
        await page.getByText('Select the frames to delete').waitFor()
        await frame(2).check()
        await frame(4).click({ modifiers: ['Shift'] })
        await page.getByText('3 selected').waitFor()
        await page.getByRole('button', { name: 'Refit', exact: true }).click()
        await page.getByText(/^Refitted/).waitFor()
        assert.ok((await keys()).length > 2)
        await page.keyboard.press('Control+z')
        const section = page.getByRole('region', { name: 'Frame 3' })
        await section.getByText('As in frame 1').waitFor()
        const before = await run<{ x: number; y: number; z: number }>(
          `({ ...session.document.tracks.get('a').cuboid.keys[1].shape.position })`,
        )
        const top = (await section.locator('[data-view="top"]').boundingBox())!
        await page.mouse.click(top.x + top.width / 2, top.y + top.height / 2)
        assert.equal(await run('session.frame'), 3)
        await page.keyboard.press('w')
        await section.getByText('Keyframe', { exact: true }).waitFor()
        const moved = await run<{ x: number; y: number; z: number }>(
          `({ ...session.document.tracks.get('a').cuboid.keys.find(({ frame }) => frame === 3).shape.position })`,
        )
        assert.ok(Math.abs(distance(moved, before) - 0.05) < 1e-6)
        await page.setViewportSize({ width: 1920, height: 1080 })
        await page.waitForFunction(
          `(() => {
          const { bottom } = document.querySelector('.sensors-batch').getBoundingClientRect()
          return Math.abs(document.querySelector('.sensors-batch-frame').getBoundingClientRect().bottom - bottom) < 8
        })()`,
        )
      },
    )
  })
})

/** By level: whoever sees a colour knows how sharp the image is. */
const LEVEL_COLORS = ['#ff0000', '#ffff00', '#0000ff', '#00c000'] as const
const TILE_PX = 160

/** The front camera's image comes in tiles alone, as huge images do. */
async function tiledStreet(): Promise<StreetSample> {
  const sample = await streetSample({ frames: 1, cameraIds: ['front'] })
  const { content } = sample.payload
  assert.ok(content.kind === 'frames')
  const view = content.frames[0].sensors.find(({ image }) => image)!
  const { widthPx, heightPx } = view.image!
  const pyramid: TilePyramid = { tileSizePx: TILE_PX, levels: [], tiles: {} }
  for (const [level, color] of LEVEL_COLORS.entries()) {
    const [width, height] = [widthPx, heightPx].map((px) => Math.ceil(px / 2 ** (LEVEL_COLORS.length - 1 - level)))
    pyramid.levels.push({ level, width, height })
    for (let y = 0; y * TILE_PX < height; y++) {
      for (let x = 0; x * TILE_PX < width; x++) {
        const size = { width: Math.min(TILE_PX, width - x * TILE_PX), height: Math.min(TILE_PX, height - y * TILE_PX) }
        const file = `tile-${level}-${x}-${y}`
        const body = await sharp({ create: { ...size, channels: 3, background: color } })
          .png()
          .toBuffer()
        sample.files.set(file, { body, type: 'image/png' })
        pyramid.tiles[`${level}/${x}/${y}`] = file
      }
    }
  }
  view.image = { ...view.image!, file: null, pyramid }
  return sample
}

/** The colour near the middle of the image as it is drawn, beside the seams of tiles. */
const colorOf = (editor: EditorPage, selector: string) =>
  editor.run<string>(`(() => {
    const canvas = document.querySelector('${selector}')
    return [...canvas.getContext('2d').getImageData(canvas.width * 0.45, canvas.height * 0.45, 1, 1).data]
      .slice(0, 3).join()
  })()`)

/** Waits until so many pixels of the large view are of a colour. */
async function colored(page: Page, least: number, isMeant: (r: number, g: number, b: number) => boolean) {
  await until(async () => {
    const shot = await page.locator('[data-view="main"]').screenshot()
    const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let count = 0
    for (let i = 0; i < data.length; i += info.channels) if (isMeant(data[i], data[i + 1], data[i + 2])) count++
    return count > least
  })
}

test('a huge camera image is shown by its tiles, as sharp as the view; thumbnails stay coarse', { skip }, async () => {
  const { payload, files } = await tiledStreet()
  await withEditor(payload, files, async (editor) => {
    const { page, fetched } = editor
    const becomes = (selector: string, color: string) => until(async () => (await colorOf(editor, selector)) === color)
    await becomes('.sensors-thumb canvas', '255,0,0')
    await becomes('.sensors-picture', '0,0,255')
    assert.ok(![...fetched.keys()].some((path) => path.includes('tile-3')), 'sharper tiles than are needed')
    await page.keyboard.press('h')
    await becomes('.sensors-picture', '0,192,0')
    await page.keyboard.press('h')
    // Points are coloured by the sharp pixels, not by the thumbnail's.
    await page.getByLabel('Color points by').selectOption('camera')
    await colored(page, 100, (r, g, b) => r < 20 && g > 170 && b < 20)
  })
})

/** Every image red at the left and blue at the right. */
async function redAndBlue(): Promise<StreetSample> {
  const sample = await streetSample({ frames: 2, cameraIds: ['front', 'left'] })
  for (const [name, file] of sample.files) {
    if (file.type !== 'image/jpeg') continue
    const { width = 1, height = 1 } = await sharp(file.body).metadata()
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="50%" height="100%" fill="#e02020"/><rect x="50%" width="50%" height="100%" fill="#2030e0"/></svg>`
    sample.files.set(name, { body: await sharp(Buffer.from(svg)).png().toBuffer(), type: 'image/png' })
  }
  return sample
}

const isRed = (r: number, g: number, b: number) => r > 150 && g < 90 && b < 90
const isBlue = (r: number, g: number, b: number) => b > 150 && r < 90 && g < 110
const isGrey = (r: number, g: number, b: number) => Math.abs(r - 62) < 6 && Math.abs(g - 66) < 6 && Math.abs(b - 74) < 6

test('points take the colours of images, by themselves when a broken one comes; unseen ones are grey; going back costs nothing', {
  skip,
}, async () => {
  const { payload, files } = await redAndBlue()
  const broken = [...files].filter(([name]) => name.includes('000-front'))
  assert.ok(broken.length > 0)
  for (const [name] of broken) files.set(name, { body: Buffer.from('cut off'), type: 'image/png' })
  await withEditor(payload, files, async ({ page, fetched }) => {
    await pointsLoaded(page)
    await page.keyboard.press('v')
    await page.getByLabel('Color points by').selectOption('camera')
    await page.getByText('Retrying.').waitFor()
    for (const [name, file] of broken) files.set(name, file)
    const all = async () => {
      await colored(page, 3000, isRed)
      await colored(page, 1000, isBlue)
      await colored(page, 3000, isGrey)
    }
    await all()
    await page.keyboard.press('ArrowRight')
    await all()
    const images = () => [...fetched].filter(([path]) => path.includes('front')).reduce((sum, [, n]) => sum + n, 0)
    const loads = images()
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      await page.keyboard.press(key)
      await all()
    }
    assert.equal(images(), loads)
  })
})
