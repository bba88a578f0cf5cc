import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { sampleJob } from './samplePayload.ts'

const SIZE = { widthPx: 1920, heightPx: 1080 }
const ELLIPSE = { x: 900, y: 520, radiusX: 420, radiusY: 260 }
const skip = browserSkip()

/** An ellipse on a ground that is not plain. */
async function pictured() {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  const { x, y, radiusX, radiusY } = ELLIPSE
  const stripes = Array.from(
    { length: 24 },
    (_, i) => `<rect x="${i * 80}" width="40" height="1080" fill="#3a4048"/>`,
  ).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"><rect width="1920" height="1080" fill="#30353c"/>
    ${stripes}<ellipse cx="${x}" cy="${y}" rx="${radiusX}" ry="${radiusY}" fill="#c07848"/></svg>`
  const body = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  for (const name of files.keys()) files.set(name, { body, type: 'image/jpeg' })
  return { payload, files }
}

async function placer({ page }: EditorPage) {
  const view = (await page.locator('[role=application]').boundingBox())!
  const scale = Math.min((view.width - 24) / SIZE.widthPx, (view.height - 24) / SIZE.heightPx)
  return (x: number, y: number): [number, number] => [
    view.x + view.width / 2 + (x - SIZE.widthPx / 2) * scale,
    view.y + view.height / 2 + (y - SIZE.heightPx / 2) * scale,
  ]
}

interface Shape {
  type: string
  rings: { x: number; y: number }[][]
}
const SHAPES = `[...session.document.tracks.values()].map((track) => track.views.get('').keys.at(-1).shape)`

function areaOf(ring: { x: number; y: number }[]): number {
  return Math.abs(
    ring.reduce((sum, a, i) => {
      const b = ring[(i + 1) % ring.length]
      return sum + (a.x * b.y - b.x * a.y) / 2
    }, 0),
  )
}

test('five clicks on the border of an object make its polygon, in one step that is undone', { skip }, async () => {
  const { payload, files } = await pictured()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await page.waitForFunction(
      `document.querySelector('canvas').getContext('2d').getImageData(500, 400, 1, 1).data[3] === 255`,
    )
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
    const [{ type, rings }] = await run<Shape[]>(SHAPES)
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
  const { payload, files } = await pictured()
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
