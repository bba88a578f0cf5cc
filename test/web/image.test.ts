import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
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

test('a box is drawn, classed, moved, undone and saved with pointer and keys', { skip }, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
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
  })
})

test('a polygon with a hole, a line and keypoints are drawn click by click', { skip }, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    const click = async (x: number, y: number) => page.mouse.click(...(await placeOf(editor, x, y)))
    await page.keyboard.press('p')
    for (const [x, y] of [
      [0.1, 0.1],
      [0.4, 0.1],
      [0.4, 0.6],
      [0.1, 0.6],
      [0.1, 0.1],
    ])
      await click(x, y)
    await page.keyboard.down('Alt')
    await click(0.2, 0.2)
    await page.keyboard.up('Alt')
    await click(0.3, 0.2)
    await click(0.3, 0.4)
    await page.keyboard.press('Enter')
    await page.keyboard.press('l')
    await click(0.6, 0.2)
    await click(0.8, 0.4)
    await page.keyboard.press('Enter')
    await page.keyboard.press('n')
    await click(0.7, 0.7)
    await click(0.8, 0.7)
    await page.keyboard.press('Enter')
    const shapes = await run<{ type: string; rings?: unknown[][]; points?: unknown[] }[]>(SHAPES)
    assert.deepEqual(
      shapes.map(({ type, rings, points }) => [type, rings?.map((ring) => ring.length) ?? points?.length]),
      [
        ['polygon', [4, 3]],
        ['line', 2],
        ['landmark', 2],
      ],
    )
  })
})

test('a right click deletes the corner under it; in the area it does nothing, and the last three corners stay', {
  skip,
}, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    const click = async (x: number, y: number, button: 'left' | 'right' = 'right') =>
      page.mouse.click(...(await placeOf(editor, x, y)), { button })
    const cornerCount = () => run<number>(`${SHAPES}[0].rings[0].length`)
    await page.keyboard.press('p')
    await click(0.2, 0.2, 'left')
    await click(0.6, 0.2, 'left')
    await click(0.6, 0.7, 'left')
    await click(0.2, 0.7, 'left')
    await page.keyboard.press('Enter')
    await page.keyboard.press('v')
    await click(0.3, 0.3)
    assert.equal(await cornerCount(), 4)
    await click(0.6, 0.7)
    const shapes = await run<{ rings: { x: number; y: number }[][] }[]>(SHAPES)
    const [ring] = shapes[0].rings
    assert.equal(ring.length, 3)
    assert.ok(!ring.some(({ x, y }) => near(x, 0.6) && near(y, 0.7)), 'another corner went')
    await click(0.6, 0.2)
    await page.getByText('This shape needs its remaining points.').first().waitFor()
    assert.equal(await cornerCount(), 3)
    await page.keyboard.press('Control+z')
    assert.equal(await cornerCount(), 4)
  })
})

test('a stroke of the brush becomes run lengths of the image’s size', { skip }, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    await editor.page.keyboard.press('b')
    await drag(editor, [0.3, 0.5], [0.5, 0.5])
    const [mask] = await editor.run<{ type: string; counts: number[]; widthPx: number }[]>(SHAPES)
    const painted = mask.counts.filter((_, i) => i % 2 === 1).reduce((a, b) => a + b, 0)
    assert.equal(
      mask.counts.reduce((a, b) => a + b),
      SIZE.widthPx * SIZE.heightPx,
    )
    // 384 px long and 24 px thick, with round ends.
    assert.ok(Math.abs(painted - (384 * 24 + Math.PI * 144)) < 600, `${painted} px`)
  })
})

test('the image is shown in its own colours, and zoomed in its pixels are squares', { skip }, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    const colourAt = async (x: number, y: number) => {
      const [px, py] = await placeOf(editor, x, y)
      return run<number[]>(
        `[...document.querySelector('canvas').getContext('2d').getImageData(${px} * devicePixelRatio, ${py} * devicePixelRatio, 1, 1).data]`,
      )
    }
    await page.waitForFunction(
      `document.querySelector('canvas').getContext('2d').getImageData(500, 400, 1, 1).data[3] === 255`,
    )
    const [red, green, blue] = await colourAt(0.5, 0.02)
    assert.ok(red > 140 && green < 90 && blue < 90, `${red} ${green} ${blue}`)
    const [x, y] = await placeOf(editor, 0.25, 0.5)
    await page.mouse.move(x, y)
    for (let i = 0; i < 40; i++) await page.mouse.wheel(0, -200)
    assert.match((await page.locator('.view-bar-zoom').textContent()) ?? '', /6,400/)
    await page.keyboard.press('0')
    const view = (await page.locator('[role=application]').boundingBox())!
    const percent = Math.round(((view.width - 24) / SIZE.widthPx) * 100)
    assert.equal(await page.locator('.view-bar-zoom').textContent(), `${percent}%`)
  })
})

test('in a turned view the pointer draws where it is, arrows move as one sees it, and the document stays upright', {
  skip,
}, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await page.keyboard.press('Alt+r')
    const view = (await page.locator('[role=application]').boundingBox())!
    const scale = Math.min((view.width - 24) / SIZE.heightPx, (view.height - 24) / SIZE.widthPx)
    // Clockwise: what was at the left is at the top.
    const at = (x: number, y: number): [number, number] => [
      view.x + view.width / 2 - (y - 0.5) * SIZE.heightPx * scale,
      view.y + view.height / 2 + (x - 0.5) * SIZE.widthPx * scale,
    ]
    await page.keyboard.press('r')
    await page.mouse.move(...at(0.2, 0.3))
    await page.mouse.down()
    await page.mouse.move(...at(0.4, 0.7))
    await page.mouse.up()
    const [drawn] = await run<ReturnType<typeof box>[]>(SHAPES)
    for (const [found, expected] of [[drawn.left, 0.2], [drawn.top, 0.3], [drawn.right, 0.4], [drawn.bottom, 0.7]]) assert.ok(near(found, expected), JSON.stringify(drawn)) // biome-ignore format: sides
    await page.keyboard.press('v')
    await page.keyboard.press('ArrowDown')
    const [moved] = await run<ReturnType<typeof box>[]>(SHAPES)
    assert.ok(Math.abs(moved.left - drawn.left - 1 / SIZE.widthPx) < 1e-9 && moved.top === drawn.top)
    await page.keyboard.press('Alt+Shift+R')
    await drag(editor, [0.3, 0.5], [0.5, 0.5])
    const [last] = await run<ReturnType<typeof box>[]>(SHAPES)
    assert.ok(near(last.left, 0.4) && near(last.top, 0.3), JSON.stringify(last))
  })
})

test('zoomed in, a small map shows which part is in view and moves the view; fitted again, it is gone', {
  skip,
}, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async ({ page, run }) => {
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
    await page.mouse.down()
    await page.mouse.move(x + 0.75 * width, y + 0.7 * height, { steps: 3 })
    await page.mouse.up()
    near(await seen(), [0.75, 0.7])
    assert.equal(await run('session.document.tracks.size'), 0, 'the tool beneath draws nothing')
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

test('5,000 boxes: none has a node, and a click finds the right one', { skip }, async () => {
  const tracks = Array.from({ length: 5000 }, (_, i) =>
    trackOf(`t${i}`, i % 2 ? CAR : PERSON, [[0, box((i % 100) / 101, Math.floor(i / 100) / 51, 0.008, 0.015)]]),
  )
  const { payload, files } = await sampleJob('image2d', SIZE, 1, tracks)
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    for (const index of [0, 2525, 4999]) {
      await page.mouse.click(
        ...(await placeOf(editor, (index % 100) / 101 + 0.004, Math.floor(index / 100) / 51 + 0.0075)),
      )
      assert.deepEqual(await run('[...session.selection]'), [`t${index}`])
    }
    assert.ok((await run<number>(`document.querySelectorAll('*').length`)) < 200)
  })
})

test('a page that is killed while offline comes back with every command but at most the last', { skip }, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1)
  await withEditor(payload, files, async (editor) => {
    const { context, address } = { context: editor.page.context(), address: `${editor.page.url()}#offline` }
    const reopened = async (): Promise<EditorPage> => {
      const page = await context.newPage()
      await page.goto(address)
      await page.waitForFunction('globalThis.session !== undefined && document.querySelector("canvas") !== null')
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

test('brightness is set by keys, and Escape closes it and leaves the selection alone', { skip }, async () => {
  const { payload, files } = await sampleJob('image2d', SIZE, 1, [trackOf('a', CAR, [[0, box(0.4, 0.4)]])])
  await withEditor(payload, files, async ({ page, run }) => {
    await run(`session.select(['a'])`)
    const looks = page.getByRole('button', { name: 'Brightness and contrast' })
    await looks.press('Enter')
    await page.getByRole('slider', { name: 'Brightness' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.getByRole('slider', { name: 'Brightness' }).waitFor({ state: 'detached' })
    assert.deepEqual(await run('[session.view.brightness, session.selection.size]'), [1.05, 1])
    await looks.and(page.locator(':focus')).waitFor()
  })
})
