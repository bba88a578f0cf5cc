import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { areaOf, type DrawnShape, ELLIPSE, ellipseJob, pictureShown, placer } from './ellipseJob.ts'
import { CAR, PERSON, sampleJob, trackOf } from './samplePayload.ts'

const SIZE = { widthPx: 1920, heightPx: 1080 }
const skip = browserSkip()
const box = (left: number, top: number, width = 0.1, height = 0.1) =>
  ({ type: 'rectangle', left, top, right: left + width, bottom: top + height }) as const

/** Where a place of the image (0..1) is on the page, as the view lies now. */
async function placeOf({ page }: EditorPage, x: number, y: number): Promise<[number, number]> {
  const view = (await page.locator('[role=application]').boundingBox())!
  const scale = Math.min((view.width - 24) / SIZE.widthPx, (view.height - 24) / SIZE.heightPx)
  return [
    view.x + view.width / 2 + (x - 0.5) * SIZE.widthPx * scale,
    view.y + view.height / 2 + (y - 0.5) * SIZE.heightPx * scale,
  ]
}

async function drag(editor: EditorPage, from: [number, number], to: [number, number]): Promise<void> {
  const { mouse } = editor.page
  await mouse.move(...(await placeOf(editor, ...from)))
  await mouse.down()
  await mouse.move(...(await placeOf(editor, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2)))
  await mouse.move(...(await placeOf(editor, ...to)))
  await mouse.up()
}

const SHAPES = `[...session.document.tracks.values()].map((track) => track.views.get('').keys.at(-1).shape)`
const near = (a: number, b: number) => Math.abs(a - b) < 0.003

test('an image is annotated with pointer and keys, seen in its colours, zoomed, turned, and lightened', {
  skip,
}, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    const view = (await page.locator('[role=application]').boundingBox())!
    await pictureShown(editor)

    await page.keyboard.press('r')
    await drag(editor, [0.2, 0.3], [0.4, 0.5])
    const [drawn] = await run<ReturnType<typeof box>[]>(SHAPES)
    assert.ok(near(drawn.left, 0.2) && near(drawn.top, 0.3) && near(drawn.right, 0.4) && near(drawn.bottom, 0.5))
    await page.keyboard.press('v')
    await drag(editor, [0.3, 0.4], [0.6, 0.4])
    await page.keyboard.press('Shift+ArrowDown')
    const [moved] = await run<ReturnType<typeof box>[]>(SHAPES)
    assert.ok(near(moved.left, 0.5) && near(moved.top, 0.3 + 10 / 1080), JSON.stringify(moved))
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    assert.deepEqual(await run(SHAPES), [drawn])
    await page.waitForFunction(`session.saveState.kind === 'saved' && session.version > 1`)
    await page.keyboard.press('Delete')
    assert.deepEqual(await run(SHAPES), [])

    // The page's own menu does not open on a right click, which deletes the corner under it.
    await page.keyboard.press('p')
    for (const [x, y] of [[0.2, 0.2], [0.6, 0.2], [0.6, 0.7], [0.2, 0.7]]) await page.mouse.click(...(await placeOf(editor, x, y))) // biome-ignore format: corners
    await page.keyboard.press('Enter')
    await page.keyboard.press('v')
    await run(`addEventListener('contextmenu', (event) => { window.menuOpens = !event.defaultPrevented })`)
    await page.mouse.click(...(await placeOf(editor, 0.6, 0.7)), { button: 'right' })
    assert.equal(await run(`${SHAPES}[0].rings[0].length`), 3)
    assert.equal(await run('window.menuOpens'), false)
    await page.keyboard.press('Delete')

    const [px, py] = await placeOf(editor, 0.5, 0.02)
    const [red, green, blue] = await run<number[]>(
      `[...document.querySelector('canvas').getContext('2d').getImageData(${px} * devicePixelRatio, ${py} * devicePixelRatio, 1, 1).data]`,
    )
    assert.ok(red > 140 && green < 90 && blue < 90, `${red} ${green} ${blue}`)
    await page.mouse.move(...(await placeOf(editor, 0.25, 0.5)))
    for (let i = 0; i < 40; i++) await page.mouse.wheel(0, -200)
    assert.match((await page.locator('.view-bar-zoom').textContent()) ?? '', /6,400/)
    await page.keyboard.press('0')
    const percent = Math.round(((view.width - 24) / SIZE.widthPx) * 100)
    assert.equal(await page.locator('.view-bar-zoom').textContent(), `${percent}%`)

    await page.keyboard.press('Alt+r')
    const scale = Math.min((view.width - 24) / SIZE.heightPx, (view.height - 24) / SIZE.widthPx)
    // The view is turned clockwise: what was at the left is at the top.
    const turned = (x: number, y: number): [number, number] => [
      view.x + view.width / 2 - (y - 0.5) * SIZE.heightPx * scale,
      view.y + view.height / 2 + (x - 0.5) * SIZE.widthPx * scale,
    ]
    await page.keyboard.press('r')
    await page.mouse.move(...turned(0.2, 0.3))
    await page.mouse.down()
    await page.mouse.move(...turned(0.4, 0.7))
    await page.mouse.up()
    const [upright] = await run<ReturnType<typeof box>[]>(SHAPES)
    for (const [found, expected] of [[upright.left, 0.2], [upright.top, 0.3], [upright.right, 0.4], [upright.bottom, 0.7]]) assert.ok(near(found, expected), JSON.stringify(upright)) // biome-ignore format: sides
    await page.keyboard.press('Alt+Shift+R')
    await page.keyboard.press('v')

    await run(`session.select([...session.document.tracks.keys()])`)
    const looks = page.getByRole('button', { name: 'Brightness and contrast' })
    await looks.press('Enter')
    await page.getByRole('slider', { name: 'Brightness' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowRight')
    const gamma = page.getByRole('slider', { name: 'Gamma' })
    await gamma.press('ArrowRight')
    await gamma.press('ArrowRight')
    assert.deepEqual(await run('[session.view.brightness, session.view.gamma]'), [1.05, 1.1])
    assert.match(await run<string>(`document.querySelector('[role=application] canvas').style.filter`), /picture-gamma/)
    assert.equal(await page.locator('#picture-gamma feFuncR').first().getAttribute('exponent'), String(1 / 1.1))
    await page.keyboard.press('Escape')
    await gamma.waitFor({ state: 'detached' })
    assert.equal(await run('session.selection.size'), 1, 'Escape closes the sliders and leaves the selection alone')
    await looks.and(page.locator(':focus')).waitFor()
    await looks.press('Enter')
    await page.getByRole('button', { name: 'Reset' }).click()
    assert.deepEqual(await run('[session.view.brightness, session.view.gamma]'), [1, 1])
    await page.keyboard.press('Escape')
  })
})

test('zoomed in, a small map shows which part is in view and moves the view; fitted again, it vanishes', {
  skip,
}, async () => {
  const tracks = Array.from({ length: 5000 }, (_, i) =>
    trackOf(`t${i}`, i % 2 ? CAR : PERSON, [[0, box((i % 100) / 101, Math.floor(i / 100) / 51, 0.008, 0.015)]]),
  )
  const { payload, files } = await sampleJob('image2d', SIZE, 1, tracks)
  await withEditor(payload, files, async ({ page, run }) => {
    assert.ok((await run<number>(`document.querySelectorAll('*').length`)) < 200, 'none of 5,000 boxes has a node')
    const map = page.locator('.minimap')
    assert.equal(await map.isVisible(), false)
    const view = (await page.locator('[role=application]').boundingBox())!
    await page.mouse.move(view.x + view.width / 2, view.y + view.height / 2)
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -300)
    await map.waitFor()
    const seen = async () => {
      const whole = (await map.boundingBox())!
      const part = (await page.locator('.minimap-seen').boundingBox())!
      return [(part.x + part.width / 2 - whole.x) / whole.width, (part.y + part.height / 2 - whole.y) / whole.height]
    }
    const near = (places: number[], wanted: number[]) =>
      assert.ok(
        places.every((place, i) => Math.abs(place - wanted[i]) < 0.03),
        `${places}, not ${wanted}`,
      )
    near(await seen(), [0.5, 0.5])
    const { x, y, width, height } = (await map.boundingBox())!
    await page.keyboard.press('r')
    await page.mouse.move(x + 0.5 * width, y + 0.5 * height)
    await page.locator('.minimap-away').waitFor({ state: 'attached' })
    await page.keyboard.press('h')
    await page.mouse.move(x + 0.5 * width + 1, y + 0.5 * height)
    await page.locator('.minimap-away').waitFor({ state: 'detached' })
    await page.mouse.down()
    await page.mouse.move(x + 0.75 * width, y + 0.7 * height, { steps: 3 })
    await page.mouse.up()
    near(await seen(), [0.75, 0.7])
    assert.equal(await run('session.document.tracks.size'), 5000, 'the tool beneath draws nothing')
    await map.focus()
    const before = await seen()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    const after = await seen()
    assert.ok(after[0] < before[0] - 0.01 && after[1] < before[1] - 0.01, `${after}, not left of and over ${before}`)
    await page.keyboard.press('Home')
    await map.waitFor({ state: 'hidden' })
  })
})

test('edges and regions of the picture are found in workers: an outline by clicks, an object in a box, superpixels', {
  skip,
}, async () => {
  const { payload, files } = await ellipseJob()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await pictureShown(editor)
    const at = await placer(editor)
    const { x, y, radiusX, radiusY } = ELLIPSE
    const pull = async (places: readonly [number, number][]) => {
      const [first, ...others] = places
      await page.mouse.move(...first)
      await page.mouse.down()
      for (const place of others) await page.mouse.move(...place, { steps: 4 })
      await page.mouse.up()
    }
    /** The polygon of the ellipse is found, as near as cells of the screen let it be, and undone in one step. */
    const expectEllipse = async (by: string) => {
      await page.waitForFunction('session.document.tracks.size === 1')
      const [{ type, rings }] = await run<DrawnShape[]>(SHAPES)
      assert.equal(type, 'polygon', by)
      assert.equal(rings.length, 1, by)
      const [ring] = rings.map((each) => each.map((p) => ({ x: p.x * SIZE.widthPx, y: p.y * SIZE.heightPx })))
      assert.ok(ring.length > 10, `${by}: ${ring.length} points`)
      for (const point of ring) {
        const off = Math.abs(Math.hypot((point.x - x) / radiusX, (point.y - y) / radiusY) - 1) * radiusY
        assert.ok(off < 8, `${by}: ${off.toFixed(1)} px off at ${point.x.toFixed(0)}, ${point.y.toFixed(0)}`)
      }
      const share = areaOf(ring) / (Math.PI * radiusX * radiusY)
      assert.ok(share > 0.97 && share < 1.03, `${by}: ${share.toFixed(3)} of the area`)
      await page.keyboard.press('Control+z')
      assert.deepEqual(await run(SHAPES), [])
      return ring.length
    }

    await page.keyboard.press('w')
    for (const turn of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
      const angle = 2 * Math.PI * turn
      const place = at(x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle))
      await page.mouse.move(...place, { steps: 3 })
      await page.mouse.click(...place)
    }
    assert.ok((await expectEllipse('five clicks on the border')) < 100)

    await page.keyboard.press('q')
    await pull([at(x - radiusX - 40, y - radiusY - 40), at(x, y), at(x + radiusX + 40, y + radiusY + 40)])
    assert.deepEqual(await run(SHAPES), [])
    await page.keyboard.press('Enter')
    await expectEllipse('a box around it')

    await page.keyboard.press('s')
    await page.mouse.click(...at(x, y))
    await page.keyboard.press('Enter')
    await expectEllipse('the wand')

    await page.keyboard.press('Shift+W')
    const drawnPixels = () =>
      page.evaluate<number>(`[...document.querySelectorAll('canvas')].reduce((sum, canvas) => {
        const context = canvas.width > 0 && canvas.getContext('2d')
        const data = context ? context.getImageData(0, 0, canvas.width, canvas.height).data : []
        for (let i = 3; i < data.length; i += 4) if (data[i] > 0) sum++
        return sum
      }, 0)`)
    // The borders of all pieces are more than the piece that is taken.
    const withBorders = (await drawnPixels()) + 10_000
    await page.mouse.click(...at(x, y))
    await until(async () => (await drawnPixels()) > withBorders)
    await page.keyboard.press('Enter')
    await page.waitForFunction('session.document.tracks.size === 1')
    await until(async () => (await drawnPixels()) < withBorders)
  })
})

test('a page that is killed while offline comes back with every command but at most the last', { skip }, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    const { context, address } = { context: editor.page.context(), address: `${editor.page.url()}#offline` }
    const reopened = async (): Promise<EditorPage> => {
      const page = await context.newPage()
      await page.goto(address)
      await page.waitForFunction('window.session !== undefined && document.querySelector("canvas") !== null')
      return { ...editor, page, run: (script) => page.evaluate(script) as never }
    }
    const first = await reopened()
    await first.page.keyboard.press('r')
    for (const top of [0.1, 0.3, 0.5, 0.7]) await drag(first, [0.2, top], [0.4, top + 0.1])
    await first.page.waitForFunction(`session.saveState.kind === 'offline'`)
    assert.equal(await first.run('session.document.tracks.size'), 4)
    const killer = await context.newCDPSession(first.page)
    const crashed = first.page.waitForEvent('crash')
    killer.send('Page.crash').catch(() => undefined)
    await crashed
    const second = await reopened()
    const left = await second.run<number>('session.document.tracks.size')
    assert.ok(left >= 3, `${left} of 4 boxes are left`)
    assert.equal(await second.run('session.pendingCount'), left)
  })
})
