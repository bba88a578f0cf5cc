import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { FlatShape } from '../../src/model/document/shape.ts'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { CAR, PERSON, sampleJob, trackOf } from './samplePayload.ts'

const SIZE = { widthPx: 640, heightPx: 360 }
const PICTURE = { widthPx: 960, heightPx: 540 }
const FRAMES = 12
const skip = browserSkip()
const box = (left: number) => ({ type: 'rectangle', left, top: 0.4, right: left + 0.1, bottom: 0.6 }) as const
const KEYS = `session.document.tracks.get('a')?.views.get('').keys.map((key) => key.kind === 'out' ? -key.frame : key.frame)`

/** Until all frames have been fetched once. */
async function buffered({ fetched }: EditorPage, count: number): Promise<void> {
  await until(async () => fetched.size >= count || null)
  assert.equal(fetched.size, count)
}

const moving = () =>
  sampleJob('video2d', SIZE, 30, [
    trackOf('a', CAR, [
      [0, box(0.1)],
      [20, box(0.5)],
    ]),
  ])

interface Square {
  x: number
  y: number
  side: number
}

/** A checked sign that moves to the right and grows, and a ringed one that moves to the left, out of the picture. */
const SIGN = (frame: number): Square => ({ x: 200 + 22 * frame, y: 200 + 8 * frame, side: 80 * 1.03 ** frame })
const RING = (frame: number): Square => ({ x: 280 - 40 * frame, y: 430, side: 90 })

function signs(frame: number): Promise<Buffer> {
  const [sign, ring] = [SIGN(frame), RING(frame)]
  const waves = Array.from(
    { length: 60 },
    (_, i) =>
      `<circle cx="${(i * 167) % 960}" cy="${(i * 101) % 540}" r="${8 + (i % 5) * 6}" fill="hsl(${i * 47} 30% ${30 + (i % 4) * 8}%)"/>`,
  )
  const checks = Array.from({ length: 16 }, (_, i) => {
    const step = sign.side / 4
    const [column, row] = [i % 4, Math.floor(i / 4)]
    return `<rect x="${sign.x - sign.side / 2 + column * step}" y="${sign.y - sign.side / 2 + row * step}" width="${step}" height="${step}" fill="${(column + row) % 2 ? '#f4e04d' : '#20304a'}"/>`
  })
  const rings = [45, 32, 18].map(
    (r, i) => `<circle cx="${ring.x}" cy="${ring.y}" r="${r}" fill="${['#c22', '#eee', '#22c'][i]}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540"><rect width="960" height="540" fill="#556"/>${[...waves, ...checks, ...rings].join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}

const rectangle = ({ x, y, side }: Square): FlatShape => ({
  type: 'rectangle',
  left: (x - side / 2) / PICTURE.widthPx,
  top: (y - side / 2) / PICTURE.heightPx,
  right: (x + side / 2) / PICTURE.widthPx,
  bottom: (y + side / 2) / PICTURE.heightPx,
})

/** The sign three times: set in its first frame, also in the seventh, and only in the ninth. */
async function onSigns(use: (editor: EditorPage) => Promise<void>): Promise<void> {
  const sign = (id: string, frames: readonly number[]) =>
    trackOf(
      id,
      CAR,
      frames.map((frame) => [frame, rectangle(SIGN(frame))] as const),
    )
  const ring = trackOf('ring', PERSON, [[0, rectangle(RING(0))]])
  const tracks = [sign('sign', [0]), sign('limited', [0, 6]), sign('late', [8]), ring]
  const { payload, files } = await sampleJob('video2d', PICTURE, FRAMES, tracks)
  for (let i = 0; i < FRAMES; i++) files.set(`frame-${i}`, { body: await signs(i), type: 'image/jpeg' })
  await withEditor(payload, files, use)
}

interface Key {
  frame: number
  kind: 'shape' | 'out'
  source?: string
  shape?: { left: number; top: number; right: number; bottom: number }
}
const keysOf = ({ run }: EditorPage, track: string) =>
  run<Key[]>(`session.document.tracks.get('${track}').views.get('').keys.map((key) => ({ ...key }))`)

function iou({ shape }: Key, { x, y, side }: Square): number {
  if (!shape) return 0
  const [left, right] = [shape.left * PICTURE.widthPx, shape.right * PICTURE.widthPx]
  const [top, bottom] = [shape.top * PICTURE.heightPx, shape.bottom * PICTURE.heightPx]
  const wide = Math.min(right, x + side / 2) - Math.max(left, x - side / 2)
  const high = Math.min(bottom, y + side / 2) - Math.max(top, y - side / 2)
  const both = Math.max(0, wide) * Math.max(0, high)
  return both / ((right - left) * (bottom - top) + side * side - both)
}

const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

test('a video shows each frame with its own picture, plays, and follows pointer and timeline', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async (editor) => {
    const { page, run, fetched } = editor
    await buffered(editor, 30)
    await page.locator('.view-note').waitFor({ state: 'detached' })
    const view = (await page.locator('[role=application]').boundingBox())!
    const scale = Math.min((view.width - 24) / SIZE.widthPx, (view.height - 24) / SIZE.heightPx)
    const middle = view.y + view.height / 2

    // The sky turns by 7° of hue a frame: from red over yellow to green.
    const x = Math.round(view.width / 2)
    const y = Math.round(view.height / 2 - scale * SIZE.heightPx * 0.4)
    const hue = async (frame: number) => {
      await run(`session.setFrame(${frame})`)
      await run(drawn)
      const [red, green] = await run<number[]>(
        `[...document.querySelector('canvas').getContext('2d').getImageData(${x}, ${y}, 1, 1).data]`,
      )
      return (red - green) / Math.max(red, green)
    }
    const [red, orange, yellow, green] = [await hue(0), await hue(4), await hue(9), await hue(16)]
    assert.ok(
      red > orange + 0.1 && orange > yellow + 0.1 && yellow > green + 0.1,
      `${red} ${orange} ${yellow} ${green}`,
    )
    assert.equal(await hue(4), orange)

    // Nothing but the handles of the selected box is white. Read from the screen: reading a canvas changes how it is kept.
    const whitePixels = async () => {
      await run(drawn)
      const data = await sharp(await page.screenshot({ clip: { ...view, height: view.height - 60 } }))
        .removeAlpha()
        .raw()
        .toBuffer()
      let white = 0
      for (let i = 0; i < data.length; i += 3) if (Math.min(data[i], data[i + 1], data[i + 2]) > 250) white++
      return white
    }
    await run('session.setFrame(0)')
    await run(`session.select(['a'])`)
    await page.mouse.move(view.x + view.width * 0.2, middle)
    for (let i = 0; i < 3; i++) await page.keyboard.press('f')
    assert.ok((await whitePixels()) > 100)
    await page.keyboard.press('o')
    assert.equal(await whitePixels(), 0)
    await page.keyboard.press('Control+z')

    await run('session.setFrame(10)')
    const at = (share: number) => view.x + view.width / 2 + (share - 0.5) * SIZE.widthPx * scale
    await page.mouse.move(at(0.35), middle)
    await page.mouse.down()
    await page.mouse.move(at(0.4), middle + 20, { steps: 3 })
    await page.mouse.move(at(0.55), middle, { steps: 3 })
    await page.mouse.up()
    assert.deepEqual(await run(KEYS), [0, 10, 20])
    const left = await run<number>(`session.document.tracks.get('a').views.get('').keys[1].shape.left`)
    assert.ok(Math.abs(left - 0.5) < 0.004, String(left))
    await page.keyboard.press('Control+z')

    const line = (await page.locator('.timeline-canvas').boundingBox())!
    const framePx = Math.min(80, (line.width - 150) / 30)
    const column = (frame: number) => line.x + 150 + (frame + 0.5) * framePx
    await page.mouse.click(column(12), line.y + 8)
    assert.equal(await run('session.frame'), 12)
    await page.mouse.move(column(20), line.y + 36)
    await page.mouse.down()
    await page.mouse.move(column(17), line.y + 36, { steps: 3 })
    await page.mouse.move(column(15), line.y + 36, { steps: 3 })
    await page.mouse.up()
    assert.deepEqual([await run(KEYS), await run('session.frame')], [[0, 15], 15])

    await run(`session.setFrame(20); window.seen = []; session.subscribe(() => seen.push(session.frame))`)
    await page.getByLabel('Speed').selectOption('30')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.waitForFunction('session.frame === 29')
    await page.getByRole('button', { name: 'Play' }).waitFor()
    assert.deepEqual(
      await run('[...new Set(seen)].filter((frame) => frame > 20)'),
      [21, 22, 23, 24, 25, 26, 27, 28, 29],
    )
    assert.deepEqual([...new Set(fetched.values())], [1], 'what is buffered is fetched once')
  })
})

test('boxes are followed by how they look: to the end, to what a person has set, back, and until it is stopped', {
  skip,
}, async () => {
  await onSigns(async (editor) => {
    const { page, run } = editor
    const framesOf = async (track: string) => (await keysOf(editor, track)).map(({ frame }) => frame)
    const follow = page.getByRole('button', { name: 'Track', exact: true })
    const isSaid = async (text: RegExp) => assert.match((await page.locator('body').textContent()) ?? '', text)

    await page.keyboard.press('y')
    await page.getByText('Select the boxes to track first.').waitFor()
    await run(`session.select(['sign'])`)
    await page.keyboard.press('y')
    await follow.waitFor()
    await page.keyboard.press('Escape')
    await follow.waitFor({ state: 'detached' })

    const set = (await keysOf(editor, 'limited')).at(-1)
    await run(`session.select(['sign', 'limited', 'ring'])`)
    await page.keyboard.press('y')
    await follow.waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(`session.document.tracks.get('sign').views.get('').keys.length > 1`)
    const keys = await keysOf(editor, 'sign')
    assert.deepEqual(
      keys.map(({ frame, source }) => `${frame} ${source}`),
      Array.from({ length: FRAMES }, (_, i) => `${i} ${i === 0 ? 'manual' : 'machine'}`),
    )
    for (const key of keys)
      assert.ok(iou(key, SIGN(key.frame)) > 0.7, `frame ${key.frame}: ${iou(key, SIGN(key.frame))}`)
    const out = (await keysOf(editor, 'ring')).at(-1)
    assert.equal(out?.kind, 'out', 'it has left the picture')
    assert.ok(out.frame >= 6 && out.frame <= 9, `out from frame ${out.frame}`)
    await isSaid(/left the image/)
    assert.deepEqual(await framesOf('limited'), [0, 1, 2, 3, 4, 5, 6])
    assert.deepEqual((await keysOf(editor, 'limited')).at(-1), set, 'what a person has set stays')
    await isSaid(/a person’s keyframe/)
    await page.keyboard.press('Control+z')
    assert.deepEqual([await framesOf('sign'), await framesOf('ring'), await framesOf('limited')], [[0], [0], [0, 6]])

    await run(`session.setFrame(8)`)
    await run(`session.select(['late'])`)
    await page.keyboard.press('y')
    await page.getByText('Back', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Frames' }).fill('3')
    await page.keyboard.press('Enter')
    await page.waitForFunction(`session.document.tracks.get('late').views.get('').keys.length > 1`)
    assert.deepEqual(await framesOf('late'), [5, 6, 7, 8])
    for (const key of await keysOf(editor, 'late'))
      assert.ok(iou(key, SIGN(key.frame)) > 0.7, `frame ${key.frame}: ${iou(key, SIGN(key.frame))}`)

    // The service never answers for this frame.
    await page.context().route('**/frame-5', () => {})
    await run(`session.setFrame(0)`)
    await run(`session.select(['sign'])`)
    await page.keyboard.press('y')
    await page.getByText('Ahead', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Frames' }).fill('')
    await follow.click()
    await page.getByText('Tracking: 4 of 11 frames').waitFor()
    await page.locator('[role=application]').focus()
    await page.keyboard.press('Escape')
    await page.waitForFunction(`session.document.tracks.get('sign').views.get('').keys.length > 1`)
    assert.deepEqual(await framesOf('sign'), [0, 1, 2, 3, 4])
    await isSaid(/after 4 frames \(stopped\)/)
  })
})
