import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Cuboid } from '../../src/geometry/cuboid.ts'
import { applyPose } from '../../src/geometry/pose.ts'
import { yawOf } from '../../src/geometry/quaternion.ts'
import { distance } from '../../src/geometry/vec3.ts'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { type BoxViewName, boxViewViewCamera } from '../../src/web/view3d/boxView.ts'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { STREET_CAR, STREET_PERSON, streetSample } from './streetPayload.ts'

const skip = browserSkip()

interface PlainBox {
  id: string
  classId: string
  stationary: boolean
  frames: number[]
  sources: string[]
  position: { x: number; y: number; z: number }
  heading: { w: number; x: number; y: number; z: number }
  dimensions: { length: number; width: number; height: number }
}

/** The tracks as plain data; positions are those of the first keyframe. */
const TRACKS = `[...session.document.tracks.values()].map((t) => {
  const keys = t.cuboid.keys.filter((k) => k.kind === 'shape')
  return {
    id: t.id, classId: t.classId, stationary: t.stationary,
    frames: keys.map((k) => k.frame), sources: keys.map((k) => k.source),
    ...keys[0].shape, dimensions: t.cuboid.dimensions,
  }
})`
const tracksOf = (editor: EditorPage) => editor.run<PlainBox[]>(TRACKS)

async function paneOf(page: Page, name: string) {
  const box = await page.locator(`[data-view="${name}"]`).boundingBox()
  assert.ok(box, `no view ${name}`)
  const { x, y, width, height } = box
  return { x, y, width, height, middle: [x + width / 2, y + height / 2] as [number, number] }
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
  await page.mouse.move(...to)
  await page.mouse.up()
}

const loaded = (page: Page) => page.locator('.sensors-loading').first().waitFor({ state: 'detached' })

/** From Space: the box in the middle of the large view, 18 m away; from above a pixel is this many metres. */
const metresPerPx = (heightPx: number) => (2 * Math.tan((25 * Math.PI) / 180) * 18) / heightPx

/** Metres a pixel of a small view. */
function scaleOf(name: BoxViewName, cuboid: Cuboid, { width, height }: { width: number; height: number }): number {
  const { projection } = boxViewViewCamera(cuboid, name, { widthPx: width, heightPx: height })
  assert.ok(projection.kind === 'orthographic')
  return projection.metresPerPx
}

const near = (actual: number, expected: number, tolerance: number, what = '') =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what} ${actual} is not ${expected} ± ${tolerance}`)

test('a drag from rear to front makes a cuboid on the points of the car, in one step', { skip }, async () => {
  const sample = await streetSample()
  const [truth] = sample.street.frames[0].truth
    .filter((t) => t.label === 'car')
    .toSorted((a, b) => b.pointCount - a.pointCount)
  // A box at its place brings it to the middle of the view; then it goes.
  const guide = boxTrack(truth.trackId, STREET_CAR, 0, truth.cuboid)
  const { payload, files } = await streetSample({ tracks: [guide] })
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await loaded(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('v')
    await page.keyboard.press('Space')
    const yaw = yawOf(truth.cuboid.heading) - yawOf(sample.street.frames[0].egoPose!.heading)
    await page.keyboard.press('Delete')
    assert.equal((await tracksOf(editor)).length, 0)
    await run(`session.setTool('drag')`)
    const { middle, height } = await paneOf(page, 'main')
    const half = truth.cuboid.dimensions.length / 2 / metresPerPx(height)
    // Up on the screen is where the vehicle heads; to the left is its left.
    const along = [-Math.sin(yaw) * half, -Math.cos(yaw) * half] as const
    await drag(page, [middle[0] - along[0], middle[1] - along[1]], [middle[0] + along[0], middle[1] + along[1]])
    await page.waitForFunction('session.document.tracks.size === 1')
    const [made] = await tracksOf(editor)
    assert.equal(made.classId, STREET_CAR)
    near(made.position.x, truth.cuboid.position.x, 0.5, 'x')
    near(made.position.y, truth.cuboid.position.y, 0.5, 'y')
    near(made.position.z, truth.cuboid.position.z, 0.3, 'z')
    near(made.dimensions.length, truth.cuboid.dimensions.length, 0.6, 'length')
    const turn = yawOf(made.heading) - yawOf(truth.cuboid.heading)
    near(Math.atan2(Math.sin(turn), Math.cos(turn)), 0, 0.1, 'heading')
    assert.deepEqual(await run('[...session.selection]'), [made.id])
    await page.keyboard.press('Control+z')
    assert.equal((await tracksOf(editor)).length, 0)
  })
})

test('small views: sides resize, the inside moves, the knob turns, keys nudge; each drag is one undo', {
  skip,
}, async () => {
  const sample = await streetSample()
  const [truth] = sample.street.frames[0].truth
  const { payload, files } = await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, truth.cuboid)] })
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(page)
    await page.keyboard.press('Tab')
    const only = async () => (await tracksOf(editor))[0]
    const before = await only()
    const { length, width } = before.dimensions
    const rear = await paneOf(page, 'rear')
    const rearScale = scaleOf('rear', truth.cuboid, rear)
    const rightSide = [rear.middle[0] + width / 2 / rearScale, rear.middle[1]] as const
    await drag(page, rightSide, [rightSide[0] + 15, rightSide[1]])
    near((await only()).dimensions.width, width + 15 * rearScale, 1e-6, 'width')
    await page.keyboard.press('Control+z')
    assert.deepEqual(await only(), before)

    const top = await paneOf(page, 'top')
    await drag(page, top.middle, [top.middle[0], top.middle[1] - 10])
    const topScale = scaleOf('top', truth.cuboid, top)
    const moved = await only()
    const way = Math.hypot(moved.position.x - before.position.x, moved.position.y - before.position.y)
    near(way, 10 * topScale, 1e-6, 'moved')
    assert.deepEqual(moved.dimensions, before.dimensions)

    const knob = [top.middle[0], top.middle[1] - length / 2 / topScale - 18] as const
    await drag(page, knob, [top.middle[0] - (top.middle[1] - knob[1]), top.middle[1]])
    const turned = yawOf((await only()).heading) - yawOf(before.heading)
    near(Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned))), Math.PI / 2, 0.02, 'turned')
    await page.keyboard.press('c')
    await page.keyboard.press('w')
    await page.keyboard.press('Shift+X')
    for (let i = 0; i < 5; i++) await page.keyboard.press('Control+z')
    assert.deepEqual(await only(), before)
  })
})

test('a key that is held down is one step of undo, pressed twice it is two', { skip }, async () => {
  const sample = await streetSample()
  const [truth] = sample.street.frames[0].truth
  const { payload, files } = await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, truth.cuboid)] })
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(page)
    await page.keyboard.press('Tab')
    const movedM = async () => distance((await tracksOf(editor))[0].position, truth.cuboid.position)
    await page.keyboard.press('w')
    for (let i = 0; i < 6; i++) await page.keyboard.down('w')
    await page.keyboard.up('w')
    near(await movedM(), 7 * 0.05, 1e-6, 'moved')
    await page.keyboard.press('Control+z')
    near(await movedM(), 0.05, 1e-6, 'after one undo')
    await page.keyboard.press('Control+y')
    near(await movedM(), 7 * 0.05, 1e-6, 'after redo')
    for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z')
    assert.equal(await movedM(), 0)
  })
})

test('keyframes, interpolation over frames, end of an object, numbers and classes', { skip }, async () => {
  const sample = await streetSample()
  const [truth] = sample.street.frames[0].truth
  const { payload, files } = await streetSample({ tracks: [boxTrack('a', STREET_PERSON, 0, truth.cuboid)] })
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(page)
    await page.keyboard.press('Tab')
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
    await loaded(page)
    const x = page.getByLabel('X (m)')
    await x.fill(String(truth.cuboid.position.x + 3))
    await x.press('Enter')
    await page.keyboard.press('ArrowLeft')
    const shown = Number(await x.inputValue())
    near(shown, truth.cuboid.position.x + 2, 0.002, 'between keyframes')
    await page.keyboard.press('k')
    assert.deepEqual((await tracksOf(editor))[0].frames, [0, 2, 3])
    await page.keyboard.press('k')
    assert.deepEqual((await tracksOf(editor))[0].frames, [0, 3])
    await page.keyboard.press('o')
    await page.locator('.sensors-numbers').waitFor({ state: 'detached' })
    // In the frame before it stays where it was, between its keyframes.
    assert.deepEqual((await tracksOf(editor))[0].frames, [0, 1])
    await page.keyboard.press('Control+z')
    assert.deepEqual((await tracksOf(editor))[0].frames, [0, 3])
    await page.keyboard.press('y')
    assert.equal((await tracksOf(editor))[0].stationary, true)
  })
})

test('a reader can look around and change nothing', { skip }, async () => {
  const sample = await streetSample()
  const [truth] = sample.street.frames[0].truth
  const tracks = [boxTrack('a', STREET_CAR, 0, truth.cuboid)]
  const { payload, files } = await streetSample({ tracks, access: 'read' })
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await loaded(page)
    await page.keyboard.press('Tab')
    const before = await tracksOf(editor)
    const top = await paneOf(page, 'top')
    await drag(page, top.middle, [top.middle[0] + 20, top.middle[1]])
    for (const key of ['w', 'c', 'k', 'o', 'Delete', 'y']) await page.keyboard.press(key)
    assert.deepEqual(await tracksOf(editor), before)
    assert.deepEqual(await run('session.tools.map((t) => t.id)'), ['select'])
  })
})

test('in the large view the selected box is pulled by its parts and taken over the ground, in perspective and from above', {
  skip,
}, async () => {
  const sample = await streetSample()
  const [truth] = sample.street.frames[0].truth.filter(({ label }) => label === 'car')
  const { payload, files } = await streetSample({ tracks: [boxTrack('a', STREET_CAR, 0, truth.cuboid)] })
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await loaded(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    const only = async () => (await tracksOf(editor))[0]
    const before = await only()
    const { middle } = await paneOf(page, 'main')
    /** The first place to the right of the middle, going out, with such a cursor. */
    const placeWith = async (cursor: RegExp): Promise<[number, number]> => {
      for (let x = 0; x < 250; x += 3) {
        await page.mouse.move(middle[0] + x, middle[1])
        if (cursor.test(await run<string>(`document.querySelector('[data-view="main"]').style.cursor`))) {
          return [middle[0] + x, middle[1]]
        }
      }
      throw new Error(`no cursor like ${cursor}`)
    }
    for (const isTop of [false, true]) {
      if (isTop) await page.keyboard.press('v')
      const part = await placeWith(/-resize$/)
      await drag(page, part, [part[0] + 25, part[1]])
      const pulled = await only()
      assert.notDeepEqual(pulled.dimensions, before.dimensions)
      await page.keyboard.press('Control+z')
      assert.deepEqual(await only(), before)
      const inside = await placeWith(/^move$/)
      await drag(page, inside, [inside[0] + 25, inside[1]])
      const moved = await only()
      assert.deepEqual(moved.dimensions, before.dimensions)
      assert.notDeepEqual(moved.position, before.position)
      near(moved.position.z, before.position.z, 1e-9, 'height')
      await page.keyboard.press('Control+z')
      assert.deepEqual(await only(), before)
    }
  })
})

test('the point under the pointer is told in numbers of the common frame', { skip }, async () => {
  const { payload, files, street } = await streetSample()
  await withEditor(payload, files, async ({ page }) => {
    await loaded(page)
    await page.keyboard.press('v')
    const { middle } = await paneOf(page, 'main')
    const readout = page.getByLabel('Point under the pointer')
    for (let x = 0; x < 300 && (await readout.count()) === 0; x += 4) {
      await page.mouse.move(middle[0] + x, middle[1])
      await page.waitForTimeout(150)
    }
    const text = (await readout.textContent()) ?? ''
    const found = /x (\S+?)y (\S+?)z (\S+?) mDistance (\S+?) mIntensity (\S+?)#(\d+)/.exec(text)
    assert.ok(found, text)
    const [x, y, z, away, , index] = found.slice(1).map(Number)
    const { positions, commonFromSensor } = street.frames[0].lidar
    const at = applyPose(commonFromSensor, {
      x: positions[3 * index],
      y: positions[3 * index + 1],
      z: positions[3 * index + 2],
    })
    near(Math.hypot(at.x - x, at.y - y, at.z - z), 0, 0.002, 'the point of that number')
    near(distance(at, commonFromSensor.position), away, 0.01, 'distance from the sensor')
    await page.mouse.wheel(0, 50)
    await readout.waitFor({ state: 'detached' })
  })
})
