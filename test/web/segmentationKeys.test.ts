import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { atDesk } from './annotator.ts'
import { withEditor } from './editorPage.ts'
import { segmentationSample } from './segmentationPayload.ts'

const skip = browserSkip()

test('classes beyond the ninth have keys too, and those beyond the eighteenth none', { skip }, async () => {
  const { payload, files } = await segmentationSample()
  const [first] = payload.tag.classes
  const classes = Array.from({ length: 20 }, (_, i) => ({ ...first, classId: `c-${i + 1}`, name: `class ${i + 1}` }))
  await withEditor({ ...payload, tag: { ...payload.tag, classes } }, files, async ({ page, run }) => {
    const keyOf = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).locator('kbd')
    await keyOf('class 10').getByText('Shift+1').waitFor()
    await page.keyboard.press('Shift+Digit1')
    await page.waitForFunction(`session.currentClassId === 'c-10'`)
    await page.keyboard.press('Shift+Digit9')
    assert.equal(await run('session.currentClassId'), 'c-18')
    assert.equal(await keyOf('class 19').count(), 0)
  })
})

test('Delete says what it needs where only a stroke has chosen; Escape takes a crop away', { skip }, async () => {
  await atDesk({}, async (person) => {
    const { page } = person
    await person.arrive()
    await person.ofClass('car')
    await person.tool('rectangle')
    const labelled = await person.does(() => person.stroke([0.35, 0.3], [0.5, 0.45]))
    await page.keyboard.press('Delete')
    await page.getByText('Click an instance or its name to delete it').waitFor()
    assert.deepEqual(await person.names(), labelled)
    await page.getByRole('option', { name: /^car#1 / }).click()
    assert.deepEqual(new Set(await person.does(() => page.keyboard.press('Delete'))), new Set(['']))

    await person.tool('crop')
    await person.stroke([0.4, 0.3], [0.6, 0.6])
    const cropped = page.getByRole('button', { name: 'Cropped' })
    await cropped.waitFor()
    await page.keyboard.press('Escape')
    await cropped.waitFor({ state: 'detached' })
  })
})

test('with Ctrl held the ring of the brush is that of an eraser before anything moves', { skip }, async () => {
  await atDesk({}, async (person) => {
    const { page } = person
    await person.arrive()
    await person.ofClass('car')
    await person.tool('brush')
    await page.mouse.move(...person.at([0.06, 0.5]))
    const [x, y] = person.at([0.06, 0.5])
    const picture = async () =>
      (await page.screenshot({ clip: { x: x - 30, y: y - 30, width: 60, height: 60 } })).toString('base64')
    const becomes = async (isWanted: (now: string) => boolean) => {
      for (let tries = 0; !isWanted(await picture()); tries++) {
        assert.ok(tries < 100)
        await page.waitForTimeout(50)
      }
    }
    await page.waitForTimeout(300)
    const labelling = await picture()
    await page.keyboard.down('Control')
    await becomes((now) => now !== labelling)
    await page.keyboard.up('Control')
    await becomes((now) => now === labelling)
  })
})

test('one key changes between the labels and the colours that tell most, or were chosen last', { skip }, async () => {
  await atDesk({ cameraIds: ['front'] }, async (person) => {
    const { page } = person
    await person.arrive()
    const chosen = page.getByLabel('Color points by')
    await page.keyboard.press('Shift+V')
    assert.equal(await chosen.inputValue(), 'camera')
    await chosen.selectOption('distance')
    await page.mouse.click(...person.at([0.06, 0.5]))
    for (const expected of ['label', 'distance', 'label']) {
      await page.keyboard.press('Shift+V')
      assert.equal(await chosen.inputValue(), expected)
    }
  })
})
