import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placedAt } from '../../src/model/document/edits/placeCuboid.ts'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { loaded } from './fusionPage.ts'
import { STREET_CAR, STREET_PERSON, type StreetSampleOptions, streetSample } from './streetPayload.ts'

const skip = browserSkip()
const TAKEN_ALONG = { source: 'propagated', sizeOfFrame: false } as const

/** Two objects of the street, drawn in the first frame and taken along to the last. */
async function withTwo(options: StreetSampleOptions, use: (editor: EditorPage) => Promise<void>): Promise<void> {
  const { street } = await streetSample(options)
  const [first, second] = street.frames[0].truth
  const tracks = [
    placedAt(boxTrack('a', STREET_CAR, 0, first.cuboid), 3, first.cuboid, TAKEN_ALONG),
    placedAt(boxTrack('b', STREET_PERSON, 0, second.cuboid), 3, second.cuboid, TAKEN_ALONG),
  ]
  const { payload, files } = await streetSample({ ...options, tracks })
  await withEditor(payload, files, async (editor) => {
    await loaded(editor.page)
    await use(editor)
  })
}

const framesOf = ({ run }: EditorPage) =>
  run<[string, number[]][]>(
    '[...session.document.tracks.values()].map((t) => [t.id, t.cuboid.keys.map((k) => k.kind === "out" ? -k.frame : k.frame)])',
  )

test(
  'Delete takes an object out of all frames, of this one or from here on, says so, and undo selects it again',
  {
    skip,
  },
  () =>
    withTwo({}, async (editor) => {
      const { page, run } = editor
      const selected = () => run('[...session.selection]')
      await run(`session.select(['a'])`)
      await page.keyboard.press('Delete')
      await page.getByText(/deleted.* in all 4 frames/).waitFor()
      assert.deepEqual(await framesOf(editor), [['b', [0, 3]]])
      await page.keyboard.press('Control+z')
      assert.deepEqual(await selected(), ['a'])

      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+Delete')
      await page
        .getByText(/frame 1\b/)
        .first()
        .waitFor()
      assert.deepEqual(await framesOf(editor), [
        ['a', [0, -1, 2, 3]],
        ['b', [0, 3]],
      ])
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+Delete')
      await page.getByText(/from frame 1 on/).waitFor()
      assert.deepEqual(await framesOf(editor), [
        ['a', [0, -1]],
        ['b', [0, 3]],
      ])
    }),
)

test('a propagated object that is made stationary is no longer shown as propagated', { skip }, () =>
  withTwo({}, async (editor) => {
    const { page, run } = editor
    await run(`session.select(['a'])`)
    await page.keyboard.press('End')
    const badge = page.getByText('Keyframe, propagated')
    await badge.waitFor()
    await page.keyboard.press('y')
    await badge.waitFor({ state: 'detached' })
    assert.equal(await run(`session.document.tracks.get('a').stationary`), true)
  }),
)

test('the large view keeps its place where a frame has no images', { skip }, async () => {
  const { payload, files } = await streetSample({ cameraIds: ['front'] })
  assert.ok(payload.content.kind === 'frames')
  const frames = payload.content.frames.map((frame, index) =>
    index === 1 ? { ...frame, sensors: frame.sensors.filter(({ image }) => image === null) } : frame,
  )
  const half = { ...payload, content: { ...payload.content, frames } }
  await withEditor(half, files, async ({ page }) => {
    await loaded(page)
    const place = () => page.locator('[data-view="main"]').boundingBox()
    const before = await place()
    assert.ok(before && before.height > 100)
    await page.keyboard.press('ArrowRight')
    await page.getByText('No images in this frame').waitFor()
    await loaded(page)
    assert.deepEqual(await place(), before)
  })
})

test(
  'the small views say what they are for until an object is selected; a frame is named by number and id',
  {
    skip,
  },
  () =>
    withTwo({}, async ({ page, run }) => {
      const hint = page.getByText('Select an object to see it from the top, the side and the rear.')
      const small = page.locator('[data-view=top], [data-view=side], [data-view=rear]').filter({ visible: true })
      await hint.waitFor()
      assert.equal(await small.count(), 0)
      await run(`session.select(['a'])`)
      await hint.waitFor({ state: 'detached' })
      await small.nth(2).waitFor()
      await page.keyboard.press('Escape')
      await hint.waitFor()

      const frames = page.getByRole('toolbar', { name: 'Frames' })
      await frames.getByText('frame-000', { exact: true }).waitFor()
      await page.keyboard.press('ArrowRight')
      await frames.getByText('frame-001', { exact: true }).waitFor()
      await frames.getByTitle('Frame ID frame-001').waitFor()
    }),
)

test('colors that the points do not have cannot be chosen', { skip }, () =>
  withTwo({}, async ({ page }) => {
    const color = page.getByRole('combobox', { name: 'Color points by' })
    const disabled = await color.locator('option:disabled').allInnerTexts()
    assert.ok(
      disabled.some((text) => text.startsWith('Point color')),
      disabled.join(', '),
    )
  }),
)
