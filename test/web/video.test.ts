import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { CAR, sampleJob, trackOf } from './samplePayload.ts'

const SIZE = { widthPx: 640, heightPx: 360 }
const skip = browserSkip()
const box = (left: number) => ({ type: 'rectangle', left, top: 0.4, right: left + 0.1, bottom: 0.6 }) as const
const KEYS = `session.document.tracks.get('a')?.views.get('').keys.map((key) => key.kind === 'out' ? -key.frame : key.frame)`

/** Until all frames have been decoded once. */
const buffered = ({ page, fetched }: EditorPage, count: number) =>
  page.waitForTimeout(50).then(async () => {
    for (let i = 0; i < 200 && fetched.size < count; i++) await page.waitForTimeout(50)
    assert.equal(fetched.size, count)
  })

const moving = () =>
  sampleJob('video2d', SIZE, 30, [
    trackOf('a', CAR, [
      [0, box(0.1)],
      [20, box(0.5)],
    ]),
  ])

test('steps go frame by frame, and what is buffered is fetched once', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async (editor) => {
    const { page, run, fetched } = editor
    await buffered(editor, 30)
    for (let i = 0; i < 12; i++) await page.keyboard.press('f')
    for (let i = 0; i < 5; i++) await page.keyboard.press('d')
    assert.equal(await run('session.frame'), 7)
    await page.keyboard.press('Shift+F')
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    assert.equal(await run('session.frame'), 0)
    assert.deepEqual([...new Set(fetched.values())], [1])
    assert.equal(await page.locator('.view-note').count(), 0)
  })
})

test('arrows go from frame to frame with an object selected too, and move it only with Shift', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async ({ page, run }) => {
    await run(`session.select(['a'])`)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
    assert.equal(await run('session.frame'), 1)
    assert.equal(await run('session.canUndo'), false)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+Shift+ArrowRight')
    assert.equal(await run('session.frame'), 1)
    const left = await run<number>(`session.document.tracks.get('a').views.get('').keys[1].shape.left`)
    assert.ok(Math.abs(left - (0.12 + 11 / SIZE.widthPx)) < 1e-6, String(left))
  })
})

test('a selected box that leaves the view leaves the canvas too', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await buffered(editor, 30)
    const view = (await page.locator('[role=application]').boundingBox())!
    // Nothing but its handles is white. Read from the screen: reading a canvas changes how it is kept.
    const seen = async () => {
      await run('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
      const data = await sharp(await page.screenshot({ clip: { ...view, height: view.height - 60 } }))
        .removeAlpha()
        .raw()
        .toBuffer()
      let white = 0
      for (let i = 0; i < data.length; i += 3) if (Math.min(data[i], data[i + 1], data[i + 2]) > 250) white++
      return white
    }
    await run(`session.select(['a'])`)
    await page.mouse.move(view.x + view.width * 0.2, view.y + view.height / 2)
    for (let i = 0; i < 3; i++) await page.keyboard.press('f')
    assert.ok((await seen()) > 100)
    await page.keyboard.press('o')
    assert.equal(await seen(), 0)
    await run(`session.select([])`)
    assert.equal(await seen(), 0)
  })
})

test('the picture on the canvas is that of the frame', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await buffered(editor, 30)
    // The sky turns by 7° of hue a frame: from red over yellow to green.
    const view = (await page.locator('[role=application]').boundingBox())!
    const x = Math.round(view.width / 2)
    const y = Math.round(view.height / 2 - ((view.width - 24) / SIZE.widthPx) * SIZE.heightPx * 0.4)
    const hue = async (frame: number) => {
      await run(`session.setFrame(${frame})`)
      await run('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
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
  })
})

test('keyframes are made and taken away, objects leave and come back, by keys', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async ({ page, run }) => {
    await run(`session.select(['a'])`)
    await run('session.setFrame(10)')
    await page.keyboard.press('k')
    assert.deepEqual(await run(KEYS), [0, 10, 20])
    await page.keyboard.press('k')
    assert.deepEqual(await run(KEYS), [0, 20])
    await page.keyboard.press('o')
    assert.deepEqual(await run(KEYS), [0, 9, -10, 20])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('x')
    assert.equal(await run(`session.document.tracks.get('a').views.get('').keys[1].hidden`), true)
    await page.keyboard.press('/')
    assert.deepEqual(await run('session.document.tracks.size'), 2)
  })
})

test('an object is deleted in one frame, from one on or everywhere, by a key for each, and it is said in which', {
  skip,
}, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async ({ page, run }) => {
    await run('session.setFrame(10)')
    for (const [key, notice, keys] of [
      ['Shift+Delete', 'deleted.here', [0, 9, -10, 11, 20]],
      ['Control+Delete', 'deleted.onward', [0, 9, -10]],
      ['Delete', 'deleted.everywhere', undefined],
    ] as const) {
      await run(`session.select(['a'])`)
      await page.keyboard.press(key)
      assert.deepEqual(await run(KEYS), keys, key)
      assert.equal(await run('session.notices.notices[0].message.id'), notice)
      await page.keyboard.press('Control+z')
      assert.deepEqual(await run(KEYS), [0, 20])
    }
    await page.keyboard.press('o')
    await page.keyboard.press('Shift+Delete')
    await page.getByText('Nothing deleted: the object is not in frame 10.').first().waitFor()
    assert.deepEqual(await run(KEYS), [0, 9, -10, 20])
  })
})

test('a box that is moved in one frame moves between its keyframes', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async ({ page, run }) => {
    await run('session.setFrame(10)')
    const view = (await page.locator('[role=application]').boundingBox())!
    const scale = Math.min((view.width - 24) / SIZE.widthPx, (view.height - 24) / SIZE.heightPx)
    const at = (x: number) => view.x + view.width / 2 + (x - 0.5) * SIZE.widthPx * scale
    const middle = view.y + view.height / 2
    await page.mouse.move(at(0.35), middle)
    await page.mouse.down()
    await page.mouse.move(at(0.4), middle + 20, { steps: 3 })
    await page.mouse.move(at(0.55), middle, { steps: 3 })
    await page.mouse.up()
    assert.deepEqual(await run(KEYS), [0, 10, 20])
    const left = await run<number>(`session.document.tracks.get('a').views.get('').keys[1].shape.left`)
    assert.ok(Math.abs(left - 0.5) < 0.004, String(left))
  })
})

test('a keyframe is dragged along the timeline, and the ruler seeks', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async ({ page, run }) => {
    const canvas = (await page.locator('.timeline-canvas').boundingBox())!
    const framePx = Math.min(80, (canvas.width - 150) / 30)
    const at = (frame: number) => canvas.x + 150 + (frame + 0.5) * framePx
    await page.mouse.click(at(12), canvas.y + 8)
    assert.equal(await run('session.frame'), 12)
    await page.mouse.move(at(20), canvas.y + 36)
    await page.mouse.down()
    await page.mouse.move(at(17), canvas.y + 36, { steps: 3 })
    await page.mouse.move(at(15), canvas.y + 36, { steps: 3 })
    await page.mouse.up()
    assert.deepEqual([await run(KEYS), await run('session.frame')], [[0, 15], 15])
  })
})

test('playing shows every frame in order, and stops at the end', { skip }, async () => {
  const { payload, files } = await moving()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await buffered(editor, 30)
    await run(`session.setFrame(20); globalThis.seen = []; session.subscribe(() => seen.push(session.frame))`)
    await page.getByLabel('Speed').selectOption('30')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.waitForFunction('session.frame === 29')
    await page.getByRole('button', { name: 'Play' }).waitFor()
    assert.deepEqual(await run('[...new Set(seen)]'), [21, 22, 23, 24, 25, 26, 27, 28, 29])
  })
})
