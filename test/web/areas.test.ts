import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { withEditor } from './editorPage.ts'
import { CAR, sampleJob, trackOf } from './samplePayload.ts'

const SIZE = { widthPx: 1920, heightPx: 1080 }
const skip = browserSkip()
const square = (left: number, top: number) => ({
  type: 'polygon' as const,
  rings: [
    [
      { x: left, y: top },
      { x: left + 0.2, y: top },
      { x: left + 0.2, y: top + 0.2 },
      { x: left, y: top + 0.2 },
    ],
  ],
})
const TYPES = `[...session.document.tracks.values()].map((track) => track.views.get('').keys.at(-1).shape.type)`

test('polygons are sliced with the pointer, joined and turned into a mask by keys, and all of it is undone', {
  skip,
}, async () => {
  const tracks = [trackOf('left', CAR, [[0, square(0.2, 0.2)]]), trackOf('right', CAR, [[0, square(0.6, 0.2)]])]
  const { payload, files } = await sampleJob('image2d', SIZE, 1, tracks)
  await withEditor(payload, files, async ({ page, run }) => {
    const view = (await page.locator('[role=application]').boundingBox())!
    const scale = Math.min((view.width - 24) / SIZE.widthPx, (view.height - 24) / SIZE.heightPx)
    const at = (x: number, y: number): [number, number] => [
      view.x + view.width / 2 + (x - 0.5) * SIZE.widthPx * scale,
      view.y + view.height / 2 + (y - 0.5) * SIZE.heightPx * scale,
    ]
    await page.keyboard.press('Shift+C')
    await page.mouse.move(...at(0.3, 0.1))
    await page.mouse.down()
    await page.mouse.move(...at(0.3, 0.3))
    await page.mouse.move(...at(0.3, 0.5))
    await page.mouse.up()
    assert.deepEqual(await run(TYPES), ['polygon', 'polygon', 'polygon'])
    assert.equal(await run('session.selection.size'), 2)
    await page.keyboard.press('Shift+J')
    assert.deepEqual(await run(TYPES), ['polygon', 'polygon'])
    await page.keyboard.press('Shift+M')
    assert.deepEqual((await run<string[]>(TYPES)).sort(), ['mask', 'polygon'])
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z')
    assert.deepEqual(await run(TYPES), ['polygon', 'polygon'])
  })
})

test('gamma makes the picture lighter where it is dark', { skip }, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async ({ page, run }) => {
    await page.getByRole('button', { name: 'Brightness and contrast' }).click()
    const slider = page.getByRole('slider', { name: 'Gamma' })
    await slider.press('ArrowRight')
    await slider.press('ArrowRight')
    assert.equal(await run('session.view.gamma'), 1.1)
    const filter = await run<string>(`document.querySelector('[role=application] canvas').style.filter`)
    assert.match(filter, /picture-gamma/)
    assert.equal(await page.locator('#picture-gamma feFuncR').first().getAttribute('exponent'), String(1 / 1.1))
    await page.getByRole('button', { name: 'Reset' }).click()
    assert.equal(await run('session.view.gamma'), 1)
  })
})
