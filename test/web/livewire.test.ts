import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { withEditor } from './editorPage.ts'
import { areaOf, type DrawnShape, ELLIPSE, ellipseJob, pictureShown, placer, SHAPES, SIZE } from './ellipseJob.ts'

const skip = browserSkip()

test('five clicks on the border of an object make its polygon, in one step that is undone', { skip }, async () => {
  const { payload, files } = await ellipseJob()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await pictureShown(editor)
    const at = await placer(editor)
    await page.keyboard.press('w')
    const { x, y, radiusX, radiusY } = ELLIPSE
    for (const turn of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
      const angle = 2 * Math.PI * turn
      const place = at(x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle))
      await page.mouse.move(...place, { steps: 3 })
      await page.mouse.click(...place)
    }
    await page.waitForFunction('session.document.tracks.size === 1')
    const [{ type, rings }] = await run<DrawnShape[]>(SHAPES)
    assert.equal(type, 'polygon')
    const [ring] = rings.map((each) => each.map((p) => ({ x: p.x * SIZE.widthPx, y: p.y * SIZE.heightPx })))
    assert.ok(ring.length > 10 && ring.length < 100, `${ring.length} points`)
    for (const point of ring) {
      const off = Math.abs(Math.hypot((point.x - x) / radiusX, (point.y - y) / radiusY) - 1) * radiusY
      assert.ok(off < 8, `${off.toFixed(1)} px off at ${point.x.toFixed(0)}, ${point.y.toFixed(0)}`)
    }
    const share = areaOf(ring) / (Math.PI * radiusX * radiusY)
    assert.ok(share > 0.97 && share < 1.03, `${share.toFixed(3)} of the area`)
    await page.keyboard.press('Control+z')
    assert.deepEqual(await run(SHAPES), [])
  })
})

test('Escape gives up a line along edges, and nothing stays', { skip }, async () => {
  const { payload, files } = await ellipseJob()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    const at = await placer(editor)
    await page.keyboard.press('w')
    await page.mouse.click(...at(480, 520))
    await page.mouse.click(...at(900, 260))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    assert.deepEqual(await run(SHAPES), [])
  })
})
