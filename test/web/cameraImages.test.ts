import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { TilePyramid } from '../../src/formats/workbench/job.ts'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { type StreetSample, streetSample } from './streetPayload.ts'

const skip = browserSkip()
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
  editor.run<number[]>(`(() => {
    const canvas = document.querySelector('${selector}')
    return [...canvas.getContext('2d').getImageData(canvas.width * 0.45, canvas.height * 0.45, 1, 1).data].slice(0, 3)
  })()`)

async function becomes(editor: EditorPage, selector: string, color: readonly number[]): Promise<void> {
  for (let tries = 0; tries < 80; tries++) {
    if (String(await colorOf(editor, selector)) === String(color)) return
    await editor.page.waitForTimeout(200)
  }
  assert.deepEqual(await colorOf(editor, selector), color)
}

test('a huge camera image is shown by its tiles, as sharp as the view; thumbnails stay coarse', { skip }, async () => {
  const { payload, files } = await tiledStreet()
  await withEditor(payload, files, async (editor) => {
    const { page, fetched } = editor
    await becomes(editor, '.sensors-thumb canvas', [255, 0, 0])
    await becomes(editor, '.sensors-picture', [0, 0, 255])
    assert.ok(![...fetched.keys()].some((path) => path.includes('tile-3')), 'sharper tiles than are needed')
    await page.keyboard.press('h')
    await becomes(editor, '.sensors-picture', [0, 192, 0])
    await page.keyboard.press('h')
    // Points are coloured by the sharp pixels, not by the thumbnail's.
    await page.getByLabel('Color points by').selectOption('camera')
    for (let tries = 0; ; tries++) {
      const shot = await page.locator('[data-view="main"]').screenshot()
      const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      let green = 0
      for (let i = 0; i < data.length; i += info.channels) {
        if (data[i] < 20 && data[i + 1] > 170 && data[i + 2] < 20) green++
      }
      if (green > 100) break
      assert.ok(tries < 60, `${green} green points`)
      await page.waitForTimeout(250)
    }
  })
})

test('brightness and contrast are those of camera images too, and leave what is drawn over them alone', {
  skip,
}, async () => {
  const { payload, files } = await streetSample({ frames: 1, cameraIds: ['front'] })
  await withEditor(payload, files, async ({ page, run }) => {
    await page.getByRole('button', { name: 'Brightness and contrast' }).click()
    await page.getByRole('slider', { name: 'Brightness' }).press('ArrowRight')
    const filters = () =>
      run<string[]>(`[...document.querySelectorAll('.sensors-picture, .sensors-thumb canvas, .sensors-camera')]
        .map((canvas) => getComputedStyle(canvas).filter)`)
    const changed = 'brightness(1.05) contrast(1)'
    assert.deepEqual((await filters()).toSorted(), [changed, changed, 'none', 'none'])
    await page.getByText('Reset').click()
    assert.deepEqual(await filters(), ['none', 'none', 'none', 'none'])
  })
})
