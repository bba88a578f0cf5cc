import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { until } from '../support/apiClient.ts'
import { type EditorPage, withEditor } from './editorPage.ts'
import { classIdOf, segmentationSample } from './segmentationPayload.ts'
import { LAPTOP } from './site.ts'

/** What only a browser shows of segmentation. What hands do to points is tested beside src/web/modes/segmentation3d. */

const skip = browserSkip()
const INSTANCES = 4000

/** How much is drawn over the image of the front camera. */
const inked = ({ run }: EditorPage) =>
  run<number>(`(() => {
    const canvas = document.querySelector('canvas[data-view=front]')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let drawn = 0
    for (let i = 3; i < data.length; i += 4) if (data[i] > 0) drawn++
    return drawn
  })()`)

/** The number, once it is the same for some pictures. */
async function settled(editor: EditorPage, count: () => Promise<number>): Promise<number> {
  for (let before = -1; ; ) {
    const now = await count()
    if (now === before) return now
    before = now
    await editor.run('(async () => { for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame) })()')
  }
}

test('segmentation: bars, lists and images of the page', { skip }, async (t) => {
  const legend = Array.from({ length: INSTANCES }, (_, i) => ({
    id: `e-${i}`,
    labelKey: i + 1,
    classId: classIdOf('car'),
    instance: i + 1,
    color: null,
  }))
  const sample = await segmentationSample({ cameraIds: ['front'], legend, missing: [3, 4, 5, 9000] })
  const { payload, files } = sample
  const image = files.get('front')!
  files.set('front', { ...image, body: Buffer.from('cut off') })
  const use = async (editor: EditorPage) => {
    const { page, run } = editor
    await page.locator('.sensors-loading').first().waitFor({ state: 'detached' })
    const view = (await page.locator('[data-view=main]').boundingBox())!
    const at = (x: number, y: number) => [view.x + x * view.width, view.y + y * view.height] as const

    await t.test('missing points are counted, and corners of a polygon can be undone', async () => {
      await page.getByText('4 points without coordinates are left out').waitFor()
      await run(`session.setCurrentClass('${classIdOf('car')}'); session.setTool('polygon')`)
      for (const place of [at(0.3, 0.4), at(0.5, 0.4), at(0.5, 0.6)]) await page.mouse.click(...place)
      await page.getByRole('note').getByText('to remove the last corner').waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    })

    await t.test(
      'only the rows in sight of thousands of instances are in the page, and any is found by its name',
      async () => {
        const rows = page.getByRole('listbox', { name: 'Instances' }).getByRole('option')
        await rows.first().waitFor()
        assert.ok((await rows.count()) < 60)
        const search = page.getByRole('textbox', { name: 'Search instances' })
        await search.fill('#3217')
        await rows.getByText('car#3217').click()
        await page.locator('[data-target="car#3217"]').waitFor()
        await run(`session.setTool('rectangle')`)
        const version = await run<number>('session.labelsVersion')
        await page.mouse.move(...at(0.3, 0.4))
        await page.mouse.down()
        // Beyond the edge of the view the pointer is still held.
        await page.mouse.move(...at(0.6, 0.6))
        await page.mouse.move(...at(0.6, -0.01))
        await page.mouse.up()
        await page.waitForFunction(`session.labelsVersion > ${version}`)
        await rows.getByText('car#3217').waitFor()
        assert.deepEqual(await run('[...new Set(session.labels)].sort((a, b) => a - b)'), [0, 3217])
        await page.getByRole('button', { name: 'Change class…' }).click()
        await page.getByRole('menuitem', { name: 'pedestrian' }).click()
        await page.locator('[data-target="pedestrian#1"]').waitFor()
        await run('session.undo(); session.undo()')
        await search.fill('')
      },
    )

    await t.test('an image that could not be loaded is loaded when one asks again', async () => {
      await page.getByRole('button', { name: 'Front camera' }).click()
      const failure = page.getByRole('alert').filter({ hasText: 'The image could not be loaded' })
      await failure.waitFor()
      files.set('front', image)
      await failure.getByRole('button', { name: 'Try again' }).click()
      await failure.waitFor({ state: 'detached' })
    })

    await t.test(
      'next to a camera, on a laptop, the progress covers no filter; one class is chosen by one click',
      async () => {
        await run(`session.setCurrentClass('${classIdOf('road')}'); session.setTool('ground')`)
        const boxes = [
          page.getByRole('toolbar', { name: 'Ground' }),
          page.getByRole('toolbar', { name: /Selection filters/ }),
        ]
        const [task, filters] = await Promise.all(boxes.map(async (box) => (await box.boundingBox())!))
        assert.ok(task.y + task.height <= filters.y, `${task.y} + ${task.height} over ${filters.y}`)
        await boxes[0].getByText(/^[1-9][\d,]* points without a label/).waitFor()
        await page.getByRole('button', { name: 'Only visible', exact: true, disabled: true, pressed: false }).waitFor()

        await page.getByRole('button', { name: 'Changes any class' }).click()
        await page.getByRole('button', { name: 'Only car' }).click()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: /^Changes 1 of/ }).waitFor()
        await page.getByRole('button', { name: 'Reset filters' }).click()
        await page.getByRole('button', { name: 'Changes any class' }).waitFor()
        assert.equal(await page.getByRole('button', { name: 'Reset filters' }).count(), 0)
        await run(`session.setTool('eraser')`)
        const only = page.getByRole('button', { name: 'Only unlabelled' })
        assert.deepEqual(
          [await only.getAttribute('aria-pressed'), await only.getAttribute('aria-disabled')],
          ['false', 'true'],
        )
      },
    )

    await t.test('a crop to a box hides what is outside in images too, until a key takes it away', async () => {
      await run(`session.setTool('cuboid')`)
      const whole = await settled(editor, () => inked(editor))
      await page.keyboard.press('v')
      const pane = (await page.locator('[data-view=main]').boundingBox())!
      await page.mouse.move(pane.x + 0.45 * pane.width, pane.y + 0.1 * pane.height)
      await page.mouse.down()
      await page.mouse.move(pane.x + 0.6 * pane.width, pane.y + 0.45 * pane.height, { steps: 3 })
      await page.mouse.up()
      const bar = page.getByRole('toolbar', { name: 'Box' })
      await bar.getByText(/[\d.]+ × [\d.]+ × [\d.]+ m/).waitFor()
      await bar.getByRole('button', { name: 'Crop to box' }).click()
      await bar.waitFor({ state: 'detached' })
      await until(async () => 1.5 * (await inked(editor)) + 100 < whole)
      await page.keyboard.press('Shift+A')
      await page.getByRole('button', { name: 'Cropped' }).waitFor({ state: 'detached' })
      await until(async () => (await inked(editor)) > 0.9 * whole)
    })

    await t.test('limits of height and distance are set by their sliders, and taken away', async () => {
      for (const [all, thumb, shown] of [
        ['All heights', 'Maximum height', /to .* m$/],
        ['All distances', 'Maximum distance', /m away$/],
      ] as const) {
        await page.getByRole('button', { name: all }).click()
        const slider = page.getByRole('slider', { name: thumb })
        const most = Number(await slider.getAttribute('aria-valuenow'))
        for (let i = 0; i < 5; i++) await slider.press('ArrowLeft')
        assert.ok(Number(await slider.getAttribute('aria-valuenow')) < most)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: shown }).click()
        await page.getByRole('button', { name: all }).click()
        await page.keyboard.press('Escape')
      }
    })
  }
  await withEditor(payload, files, use, LAPTOP)
})
