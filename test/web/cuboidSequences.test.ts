import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { distance } from '../../src/geometry/vec3.ts'
import type { Track } from '../../src/model/document/document.ts'
import { adjustedBox } from '../../src/model/document/edits/linkBox.ts'
import { BY_HAND, placedAt } from '../../src/model/document/edits/placeCuboid.ts'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { STREET_CAR, streetSample } from './streetPayload.ts'

const skip = browserSkip()

interface PlainKey {
  kind: string
  frame: number
  source: string
  shape: { position: { x: number; y: number; z: number } }
}
const keysOf = (editor: EditorPage) =>
  editor.run<PlainKey[]>('[...session.document.tracks.values()][0].cuboid.keys.map((key) => ({ ...key }))')
const loaded = (editor: EditorPage) => editor.page.locator('.sensors-loading').first().waitFor({ state: 'detached' })

/** A moving car that stays in sight, and a track of it with keyframes in the first two frames. */
async function movingCar(options = {}) {
  const { street } = await streetSample({ frames: 6, ...options })
  const moved = (trackId: string) => {
    const places = street.frames.map(({ truth }) => truth.find((t) => t.trackId === trackId))
    if (places.some((place) => !place || place.pointCount < 20)) return -1
    return distance(places[0]!.cuboid.position, places[5]!.cuboid.position)
  }
  const [car] = street.frames[0].truth
    .filter(({ label }) => label === 'car')
    .toSorted((a, b) => moved(b.trackId) - moved(a.trackId))
  const truthAt = (frame: number) => street.frames[frame].truth.find((t) => t.trackId === car.trackId)!.cuboid
  let track: Track = boxTrack('a', STREET_CAR, 0, truthAt(0))
  track = placedAt(track, 1, truthAt(1), BY_HAND)
  const sample = await streetSample({ frames: 6, tracks: [track], ...options })
  return { ...sample, truthAt, movedM: moved(car.trackId) }
}

test('propagation follows a moving car frame by frame, marks what it made, and is one step of undo', {
  skip,
}, async () => {
  const { payload, files, truthAt, movedM } = await movingCar()
  assert.ok(movedM > 2, `the car moves: ${movedM} m`)
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await loaded(editor)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.evaluate(`{
      window.told = new Set()
      new MutationObserver(() => window.told.add(document.querySelector('.notice-text')?.textContent))
        .observe(document.querySelector('.notice-line'), { subtree: true, childList: true, characterData: true })
    }`)
    await page.getByRole('button', { name: 'Propagate ▸' }).click()
    await page.getByText('Propagated over 4 frames').waitFor()
    assert.ok(
      await page.evaluate(`[...told].some((text) => /^Propagating to frame \\d… Cancel to stop\\.$/.test(text))`),
      'how far it is',
    )
    const keys = await keysOf(editor)
    assert.deepEqual(
      keys.map(({ frame, source }) => [frame, source]),
      [0, 1, 2, 3, 4, 5].map((frame) => [frame, frame < 2 ? 'manual' : 'propagated']),
    )
    for (const { frame, shape } of keys) {
      const off = distance(shape.position, truthAt(frame).position)
      assert.ok(off < 0.6, `frame ${frame} is ${off.toFixed(2)} m off`)
    }
    await run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
    const at = await timelineOf(editor)
    const middles = await Promise.all([0, 4, 5].map((frame) => canvasPixel(page, at(frame, 0))))
    assert.notEqual(middles[0], middles[1], 'what a machine placed is told apart in the timeline')
    assert.equal(middles[1], middles[2])
    await page.keyboard.press('ArrowRight')
    const yaw = page.getByLabel('Yaw (°)')
    const before = Number(await yaw.inputValue())
    await page.keyboard.press('c')
    await page.keyboard.press('Shift+V')
    await page.waitForFunction(`session.undoLabel === 'edit.refit'`)
    const turned = Math.abs(Number(await yaw.inputValue()) - before) % 360
    assert.ok(Math.min(turned, 360 - turned) < 15, `it faces the way it moves again, but for ${turned}°`)
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z')
    assert.equal((await keysOf(editor)).length, 2)
  })
})

test('without poses of the vehicle, a parked car is found again where it went by, from a single box', {
  skip,
}, async () => {
  const drive = { frames: 4, withEgoPose: false, secondsPerFrame: 0.5, egoSpeedMps: 8 }
  const { street } = await streetSample(drive)
  const placesOf = (trackId: string) =>
    street.frames.flatMap(({ truth }) => truth.filter((one) => one.trackId === trackId && one.pointCount > 60))
  const parked = street.frames[0].truth.find(
    ({ trackId, cuboid }) => Math.abs(cuboid.position.y) > 2.5 && placesOf(trackId).length === drive.frames,
  )
  assert.ok(parked, 'a car beside the road is seen in all frames')
  const tracks = [boxTrack('a', STREET_CAR, 0, parked.cuboid)]
  const { payload, files } = await streetSample({ ...drive, tracks })
  await withEditor(payload, files, async (editor) => {
    await loaded(editor)
    await editor.page.keyboard.press('Tab')
    await editor.page.getByRole('button', { name: 'Propagate ▸' }).click()
    await editor.page.getByText('Propagated over 3 frames').waitFor()
    for (const { frame, shape } of await keysOf(editor)) {
      const offM = distance(shape.position, placesOf(parked.trackId)[frame].cuboid.position)
      assert.ok(offM < 0.5, `frame ${frame} is ${offM.toFixed(2)} m off`)
    }
  })
})

test('the batch view fits, interpolates and deletes over chosen frames, each in one step, and says what it did', {
  skip,
}, async () => {
  const { payload, files, truthAt } = await movingCar()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await loaded(editor)
    await page.keyboard.press('Tab')
    await page.keyboard.press('g')
    const frame = (n: number) => page.getByLabel(`Select frame ${n}`, { exact: true })
    await frame(2).check()
    await frame(4).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Refit', exact: true }).click()
    // By frame 4 the car has driven out of the box of its last keyframe: only its motion tells where it went.
    await page.getByText('Refitted 3 frames.').waitFor()
    for (const { frame: at, shape } of await keysOf(editor)) {
      const off = distance(shape.position, truthAt(at).position)
      assert.ok(off < 0.6, `frame ${at} is ${off.toFixed(2)} m off`)
    }
    const keys = async () => (await keysOf(editor)).map(({ kind, frame: at }) => [kind, at])
    const shapes = (...frames: number[]) => frames.map((at) => ['shape', at])
    assert.deepEqual(await keys(), shapes(0, 1, 2, 3, 4))
    await page.keyboard.press('Control+z')
    assert.deepEqual(await keys(), shapes(0, 1))
    await run('session.redo()')
    await frame(1).check()
    await frame(3).check()
    await page.getByRole('button', { name: 'Interpolate' }).click()
    await page.getByText('2 keyframes removed').waitFor()
    assert.deepEqual(await keys(), shapes(0, 2, 4))
    await page.keyboard.press('Delete')
    await page.getByText('Select the frames to delete').waitFor()
    await frame(4).check()
    await frame(5).check()
    await page.keyboard.press('Delete')
    await page.getByText('Deleted in frames 4–5').waitFor()
    // Frame 3 stays where it was, between those of before.
    assert.deepEqual(await keys(), [...shapes(0, 2, 3), ['out', 4]])
    await page.keyboard.press('Control+z')
    assert.deepEqual(await keys(), shapes(0, 2, 4))
    await page.keyboard.press('g')
    await page.locator('[data-view="main"]').waitFor()
  })
})

test('in the batch view keys go on where a box was taken, and few frames fill the height', { skip }, async () => {
  const { payload, files, truthAt } = await movingCar()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await loaded(editor)
    await page.keyboard.press('Tab')
    await page.keyboard.press('g')
    const section = page.getByRole('region', { name: 'Frame 3' })
    await section.getByText('As in frame 1').waitFor()
    const top = (await section.locator('[data-view="top"]').boundingBox())!
    await page.mouse.click(top.x + top.width / 2, top.y + top.height / 2)
    assert.equal(await run('session.frame'), 3)
    await page.keyboard.press('w')
    await section.getByText('Keyframe', { exact: true }).waitFor()
    const key = (await keysOf(editor)).find(({ frame }) => frame === 3)!
    assert.ok(Math.abs(distance(key.shape.position, truthAt(1).position) - 0.05) < 1e-6)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.waitForFunction(
      `(() => {
        const { bottom } = document.querySelector('.sensors-batch').getBoundingClientRect()
        return Math.abs(document.querySelector('.sensors-batch-frame').getBoundingClientRect().bottom - bottom) < 8
      })()`,
    )
  })
})

test('the large view goes along with the selected object when it would leave', { skip }, async () => {
  const { truthAt } = await movingCar()
  const away = { ...truthAt(5), position: { x: 300, y: 90, z: 1 } }
  const track = placedAt(boxTrack('a', STREET_CAR, 0, truthAt(0)), 5, away, BY_HAND)
  const { payload, files } = await streetSample({ frames: 6, tracks: [track] })
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(editor)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await loaded(editor)
    await page.keyboard.press('e')
    const { x, y, width, height } = (await page.locator('[data-view="main"]').boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    // Its middle is where it was, in the middle of the view: the pointer is over it.
    await page.waitForFunction(`document.querySelector('[data-view="main"]').style.cursor === 'move'`)
  })
})

test('at UTM coordinates in the common frame a drag in a small view is exact to the millimetre', { skip }, async () => {
  const utm = { origin: { x: 691_608.37, y: 5_335_912.81, z: 520.4 }, yawRad: 1.1, framing: 'common' as const }
  const { payload, files, truthAt } = await movingCar(utm)
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(editor)
    await page.keyboard.press('Tab')
    const count = page.locator('.sensors-numbers .numbers')
    await page.waitForFunction(
      `/^[1-9]\\d+ points$/.test(document.querySelector('.sensors-numbers .numbers').textContent)`,
    )
    assert.match((await count.textContent()) ?? '', /^\d+ points$/)
    await page.keyboard.press('w')
    const [first] = await keysOf(editor)
    const moved = distance(first.shape.position, truthAt(0).position)
    assert.ok(Math.abs(moved - 0.05) < 1e-6, `${moved} m`)
  })
})

test('the aggregated cloud shows neighbouring frames, coloured by frame, and goes again', { skip }, async () => {
  const { payload, files } = await movingCar()
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(editor)
    await page.keyboard.press('m')
    const toggle = page.getByLabel('Aggregated cloud')
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true')
    assert.equal(await page.getByLabel('Color points by').inputValue(), 'frame')
    await page.keyboard.press('m')
    assert.equal(await toggle.getAttribute('aria-pressed'), 'false')
  })
})

const TRACKS = `[...session.document.tracks.values()].map((t) => ({ id: t.id, frames: t.cuboid.keys.map((key) =>
  key.kind === 'out' ? -key.frame : key.frame) }))`

test('an object is split and merged by keys; what exists twice in a frame is refused and the frames named', {
  skip,
}, async () => {
  const { payload, files } = await movingCar()
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await loaded(editor)
    await page.keyboard.press('Tab')
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('/')
    const [first, second] = await run<{ id: string; frames: number[] }[]>(TRACKS)
    assert.deepEqual([first.frames, second.frames], [[0, 1, -3], [3]])
    assert.deepEqual(await run('[...session.selection]'), [second.id])
    await run(`session.select(['${first.id}', '${second.id}'])`)
    await page.getByRole('button', { name: 'Merge selected tracks' }).click()
    assert.deepEqual(await run(TRACKS), [{ id: 'a', frames: [0, 1, 2, 3] }])
    await page.keyboard.press('Control+z')
    await run(`session.select(['${first.id}'])`)
    await page.keyboard.press('o')
    assert.deepEqual((await run<{ frames: number[] }[]>(TRACKS))[0].frames, [0, 1])
    await run(`session.select(['${first.id}', '${second.id}'])`)
    await page.keyboard.press('Shift+M')
    await page.getByText('both objects exist in frames 3–5').waitFor()
    assert.equal(await run('session.document.tracks.size'), 2)
  })
})

/** Colour of the timeline's canvas at a place of the page. */
const canvasPixel = (page: Page, [x, y]: readonly [number, number]) =>
  page.evaluate<string>(`(() => {
    const canvas = document.querySelector('.timeline-canvas canvas')
    const { left, top, width } = canvas.getBoundingClientRect()
    const scale = canvas.width / width
    const at = [(${x} - left) * scale, (${y} - top) * scale].map(Math.round)
    return [...canvas.getContext('2d').getImageData(...at, 1, 1).data].join()
  })()`)

/** Where the timeline has a frame of a row. */
async function timelineOf({ page, run }: EditorPage) {
  const canvas = (await page.locator('.timeline-canvas').boundingBox())!
  const frames = await run<number>('session.document.frameCount')
  const framePx = Math.min(240, (canvas.width - 150) / frames)
  return (frame: number, row: number) =>
    [canvas.x + 150 + (frame + 0.5) * framePx, canvas.y + 26 + (row + 0.5) * 20] as const
}

test('keyframes of the cuboid and of its boxes on cameras are dragged and deleted in rows of the timeline', {
  skip,
}, async () => {
  const { truthAt } = await movingCar()
  const track = boxTrack('a', STREET_CAR, 0, truthAt(0), ['front'])
  const adjusted = adjustedBox(track, 'front', 2, { type: 'rectangle', left: 0.2, top: 0.2, right: 0.5, bottom: 0.6 })
  const linked = { operation: 'cuboid3d_linked2d' as const, cameraIds: ['front'], frames: 6 }
  const { payload, files } = await streetSample({ ...linked, tracks: [adjusted] })
  await withEditor(payload, files, async (editor) => {
    const { page, run } = editor
    await loaded(editor)
    await page.keyboard.press('Tab')
    // The rows of the cameras are there once the timeline was drawn for what is selected.
    await run('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')
    const at = await timelineOf(editor)
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(...to, { steps: 3 })
      await page.mouse.up()
    }
    const framesOf = (path: string) =>
      run<number[]>(`session.document.tracks.get('a').${path}.keys.map((key) => key.frame)`)
    await drag(at(0, 0), at(1, 0))
    assert.deepEqual(await framesOf('cuboid'), [1])
    await drag(at(2, 1), at(4, 1))
    assert.deepEqual(await framesOf(`views.get('front')`), [4])
    assert.equal(await run('session.frame'), 4)
    await page.mouse.click(...at(4, 1), { button: 'right' })
    await page.getByRole('menuitem', { name: 'Follow the cuboid' }).click()
    assert.deepEqual(await framesOf(`views.get('front')`), [])
    await page.mouse.click(...at(3, 1), { button: 'right' })
    await page.getByRole('menuitem', { name: 'Remove box in this frame' }).click()
    assert.deepEqual(await framesOf(`views.get('front')`), [3])
    await page.mouse.click(...at(1, 0), { button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete keyframe' }).click()
    await page.getByText('This is the only keyframe').waitFor()
    for (let i = 0; i < 4; i++) await page.keyboard.press('Control+z')
    assert.deepEqual(await framesOf('cuboid'), [0])
    assert.deepEqual(await framesOf(`views.get('front')`), [2])
  })
})

test('a stationary object is refitted to the points of all frames, also in one that shows nothing of it', {
  skip,
}, async () => {
  const { street } = await streetSample()
  const [car] = street.frames[1].truth
    .filter(({ label, stationary }) => label === 'car' && stationary)
    .toSorted((a, b) => b.pointCount - a.pointCount)
  const { position } = car.cuboid
  const rough = { ...car.cuboid, position: { ...position, x: position.x + 0.5, y: position.y - 0.3 } }
  const track: Track = { ...boxTrack('a', STREET_CAR, 0, rough), stationary: true }
  const { payload, files } = await streetSample({ tracks: [track] })
  // Beams so few that the first frame has no point of the car.
  const blind = await streetSample({ beams: 2, azimuthStepDeg: 20 })
  assert.ok(payload.content.kind === 'frames' && blind.payload.content.kind === 'frames')
  const frames = [blind.payload.content.frames[0], ...payload.content.frames.slice(1)]
  files.set('frame-000-lidar', blind.files.get('frame-000-lidar')!)
  await withEditor({ ...payload, content: { ...payload.content, frames } }, files, async (editor) => {
    const { page } = editor
    await loaded(editor)
    for (const key of ['ArrowRight', 'ArrowRight', 'Home']) {
      await page.keyboard.press(key)
      await loaded(editor)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Q')
    await page.waitForFunction(`session.undoLabel === 'edit.refit'`)
    const [{ shape }] = await keysOf(editor)
    const off = Math.hypot(shape.position.x - position.x, shape.position.y - position.y)
    assert.ok(off < 0.3, `${off} m off`)
  })
})
