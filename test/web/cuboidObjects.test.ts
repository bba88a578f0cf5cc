import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { distance } from '../../src/geometry/vec3.ts'
import { boxTrack } from '../../src/model/document/testTracks.ts'
import { browserSkip } from '../browser.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { STREET_CAR, STREET_PERSON, streetSample } from './streetPayload.ts'

const skip = browserSkip()

interface Placed {
  id: string
  classId: string
  frame: number
  position: { x: number; y: number; z: number }
  dimensions: { length: number; width: number; height: number }
}

const placedIn = ({ run }: EditorPage) =>
  run<Placed[]>(`[...session.document.tracks.values()].map((t) => {
    const [key] = t.cuboid.keys
    return { id: t.id, classId: t.classId, frame: key.frame, position: key.shape.position, dimensions: t.cuboid.dimensions }
  })`)

async function withTwo(use: (editor: EditorPage) => Promise<void>) {
  const { street } = await streetSample()
  const [first, second] = street.frames[0].truth
  const tracks = [boxTrack('a', STREET_CAR, 0, first.cuboid), boxTrack('b', STREET_PERSON, 0, second.cuboid)]
  const { payload, files } = await streetSample({ tracks })
  await withEditor(payload, files, async (editor) => {
    await editor.page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
    await use(editor)
  })
}

test(
  'a cuboid is copied beside itself, and to the same place in another frame; each paste is one step of undo',
  {
    skip,
  },
  () =>
    withTwo(async (editor) => {
      const { page, run } = editor
      await run(`session.select(['a'])`)
      await page.keyboard.press('Control+d')
      const [original, , duplicate] = await placedIn(editor)
      assert.equal(duplicate.classId, STREET_CAR)
      assert.deepEqual(duplicate.dimensions, original.dimensions)
      const away = distance(original.position, duplicate.position)
      assert.ok(Math.abs(away - original.dimensions.width - 0.5) < 1e-6, `${away} m away`)
      assert.deepEqual(await run('[...session.selection]'), [duplicate.id])

      await run(`session.select(['a'])`)
      await page.keyboard.press('Control+c')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Control+v')
      const pasted = (await placedIn(editor))[3]
      assert.equal(pasted.frame, 1)
      assert.deepEqual(pasted.position, original.position)
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      assert.equal((await placedIn(editor)).length, 2)
    }),
)

test('objects are hidden, shown alone and locked; what is locked is neither moved nor deleted', { skip }, () =>
  withTwo(async (editor) => {
    const { page, run } = editor
    const concealed = () => run('[...session.concealed]')
    await run(`session.select(['a'])`)
    await page.keyboard.press('Alt+h')
    assert.deepEqual(await concealed(), ['a'])
    await page.keyboard.press('Alt+Shift+H')
    assert.deepEqual(await concealed(), [])
    await page.keyboard.press('Alt+i')
    assert.deepEqual(await concealed(), ['b'])
    await page.keyboard.press('Alt+i')
    assert.deepEqual(await concealed(), [])

    const before = await placedIn(editor)
    await page.keyboard.press('Alt+l')
    for (const key of ['w', 'Delete', 'c']) await page.keyboard.press(key)
    assert.deepEqual(await placedIn(editor), before)
    await page.getByText('car 1 is locked. Unlock it to edit it.').waitFor()
    await page.keyboard.press('Alt+l')
    await page.keyboard.press('Delete')
    assert.deepEqual(
      (await placedIn(editor)).map(({ id }) => id),
      ['b'],
    )
  }),
)

test('points below a height are hidden, and all are shown again', { skip }, () =>
  withTwo(async ({ page }) => {
    await page.getByRole('button', { name: 'All heights' }).click()
    await page.getByRole('button', { name: 'Hide ground' }).click()
    const shown = page.getByRole('button', { name: /^0\.3 to [\d.]+ m$/ })
    await shown.waitFor()
    await page.getByRole('button', { name: 'All heights' }).click()
    await shown.waitFor({ state: 'detached' })
  }),
)

test('several objects are taken along together to the end of the sequence, in one step of undo', { skip }, () =>
  withTwo(async (editor) => {
    const { page, run } = editor
    const frames = await run<number>('session.document.frameCount')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+ArrowRight')
    await page.waitForFunction(`session.undoLabel === 'edit.propagate'`)
    const reached = await run<number[]>(
      '[...session.document.tracks.values()].map((t) => t.cuboid.keys.findLast((k) => k.kind === "shape").frame)',
    )
    assert.ok(Math.max(...reached) === frames - 1, `${reached} of ${frames} frames`)
    await page.getByText(/^Propagated 2 objects over/).waitFor()
    await page.keyboard.press('Control+z')
    assert.equal(await run('session.canUndo'), false)
  }),
)

test('the distance between two points is measured', { skip }, () =>
  withTwo(async ({ page }) => {
    await page.keyboard.press('Alt+m')
    await page.getByText('Point at a point of the cloud to measure from it.').waitFor()
    // From above and as a whole, points are as dense as the pointer's reach.
    await page.keyboard.press('v')
    await page.keyboard.press('Space')
    const main = await page.locator('[data-view="main"]').boundingBox()
    assert.ok(main)
    const readout = page.getByLabel('Point under the pointer')
    const [x, y] = [main.x + main.width / 2, main.y + main.height / 2]
    // Waits for what it is to show: what it showed a moment ago may still be there when the pointer has moved.
    const over = async (side: 1 | -1, shown: Locator) => {
      for (let i = 0; i < 120; i++) {
        await page.mouse.move(x + side * (10 + (i % 12) * 9), y + Math.floor(i / 12) * 9)
        const isThere = shown.waitFor({ timeout: 400 }).then(() => true)
        if (await isThere.catch(() => false)) return
      }
      assert.fail('no point under the pointer')
    }
    await over(1, readout)
    await page.keyboard.press('Alt+m')
    await over(-1, readout.getByText(/^\d+\.\d\d m \(\d+\.\d\d m across, -?\d+\.\d\d m up\)$/))
    await page.keyboard.press('Alt+m')
    await readout.locator('strong').waitFor({ state: 'detached' })
  }),
)
