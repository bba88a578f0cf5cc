import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distance } from '../../src/geometry/vec3.ts'
import type { Track } from '../../src/model/document/document.ts'
import { BY_HAND, newTrack, placedAt } from '../../src/web/tools/cuboid/cuboidEdits.ts'
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
const loaded = (editor: EditorPage) => editor.page.locator('.c3d-loading').waitFor({ state: 'detached' })

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
  let track: Track = newTrack('a', STREET_CAR, 0, truthAt(0), 'manual')
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
    const { page } = editor
    await loaded(editor)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Propagate ▸' }).click()
    await page.getByText('Propagated over 4 frames').waitFor()
    const keys = await keysOf(editor)
    assert.deepEqual(
      keys.map(({ frame, source }) => [frame, source]),
      [0, 1, 2, 3, 4, 5].map((frame) => [frame, frame < 2 ? 'manual' : 'propagated']),
    )
    for (const { frame, shape } of keys) {
      const off = distance(shape.position, truthAt(frame).position)
      assert.ok(off < 0.6, `frame ${frame} is ${off.toFixed(2)} m off`)
    }
    await page.keyboard.press('Control+z')
    assert.equal((await keysOf(editor)).length, 2)
  })
})

test('the batch view fits, interpolates and deletes over chosen frames', { skip }, async () => {
  const { payload, files } = await movingCar()
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(editor)
    await page.keyboard.press('Tab')
    await page.keyboard.press('g')
    const frame = (n: number) => page.getByLabel(`Choose frame ${n}`, { exact: true })
    await frame(2).waitFor()
    await frame(2).check()
    await page.waitForTimeout(500)
    await page.getByRole('button', { name: 'Fit', exact: true }).click()
    await page.waitForFunction('[...session.document.tracks.values()][0].cuboid.keys.length === 3')
    await frame(1).check()
    await page.getByRole('button', { name: 'Interpolate' }).click()
    assert.deepEqual(
      (await keysOf(editor)).map((key) => key.frame),
      [0, 2],
    )
    await frame(4).check()
    await frame(5).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    assert.deepEqual(
      (await keysOf(editor)).map(({ kind, frame: at }) => [kind, at]),
      [
        ['shape', 0],
        ['shape', 2],
        ['out', 4],
      ],
    )
    await page.keyboard.press('g')
    await page.locator('[data-view="main"]').waitFor()
  })
})

test('at UTM coordinates in the common frame a drag in a small view is exact to the millimetre', { skip }, async () => {
  const utm = { origin: { x: 691_608.37, y: 5_335_912.81, z: 520.4 }, yawRad: 1.1, framing: 'common' as const }
  const { payload, files, truthAt } = await movingCar(utm)
  await withEditor(payload, files, async (editor) => {
    const { page } = editor
    await loaded(editor)
    await page.keyboard.press('Tab')
    const count = page.locator('.c3d-numbers .numbers')
    await page.waitForFunction(`/^[1-9]\\d+ points$/.test(document.querySelector('.c3d-numbers .numbers').textContent)`)
    assert.match((await count.textContent()) ?? '', /^\d+ points$/)
    await page.keyboard.press('w')
    const [first] = await keysOf(editor)
    assert.ok(Math.abs(distance(first.shape.position, truthAt(0).position) - 0.05) < 1e-6)
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
    assert.equal(await page.getByLabel('Colour of the points by').inputValue(), 'frame')
    await page.keyboard.press('m')
    assert.equal(await toggle.getAttribute('aria-pressed'), 'false')
  })
})
