import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { atDesk } from './annotator.ts'
import { classIdOf } from './segmentationPayload.ts'

const skip = browserSkip()

test('instances: added to, split, joined, given another class, deleted, chosen by a click; each one step', {
  skip,
}, async () => {
  await atDesk({}, async (person) => {
    const { page } = person
    await person.arrive()
    await person.ofClass('car')
    await person.tool('rectangle')
    const first = await person.does(() => person.stroke([0.35, 0.3], [0.5, 0.45]))
    assert.ok(first.includes('car#1'))
    const added = await person.does(() => person.stroke([0.35, 0.45], [0.5, 0.6]))
    assert.deepEqual(new Set(added), new Set(['', 'car#1']))
    assert.ok(added.filter(Boolean).length > first.filter(Boolean).length)

    await page.keyboard.press('Shift+N')
    await page.getByText('Draw over the points to split off.').waitFor()
    const halved = await person.does(() => person.stroke([0.3, 0.25], [0.7, 0.45]))
    assert.deepEqual(
      halved.map((name) => name !== ''),
      added.map((name) => name !== ''),
      'nothing else is taken',
    )
    assert.deepEqual(
      halved.map((name) => name === 'car#2'),
      first.map((name) => name === 'car#1'),
    )
    const row = (name: string) => page.getByRole('option', { name: new RegExp(`^${name} `) })
    await row('car#1').click()
    await row('car#2').click({ modifiers: ['Control'] })
    assert.deepEqual(new Set(await person.does(() => page.keyboard.press('j'))).size, 2)
    await person.does(() => page.keyboard.press('Control+z'))
    assert.deepEqual(await person.names(), halved)

    // What is chosen is outlined, and no longer when it is not.
    const clip = await page.locator('[data-view=main]').boundingBox()
    const picture = async () => (await page.screenshot({ clip: clip! })).toString('base64')
    await page.keyboard.press('n')
    // What was chosen before is shown for a moment longer.
    await page.waitForTimeout(1500)
    const bare = await picture()
    await row('car#1').click()
    assert.notEqual(await picture(), bare)
    await page.keyboard.press('Escape')
    for (let tries = 0; tries < 50 && (await picture()) !== bare; tries++) await page.waitForTimeout(100)
    assert.equal(await picture(), bare)

    // Alt and a click choose what lies under the pointer, whatever the tool.
    const at = halved.indexOf('car#2')
    await page.keyboard.press('Escape')
    await page.keyboard.down('Alt')
    await page.mouse.click(...person.placeOf(at))
    await page.keyboard.up('Alt')
    await page.locator('[data-target="car#2"]').waitFor()
    await page.getByRole('button', { name: 'Change class…' }).click()
    const turned = await person.does(() => page.getByRole('menuitem', { name: 'pedestrian' }).click())
    assert.deepEqual(
      turned.map((name) => name === 'pedestrian#1'),
      halved.map((name) => name === 'car#2'),
    )
    await row('pedestrian#1').click()
    const gone = await person.does(() => page.keyboard.press('Delete'))
    assert.deepEqual(new Set(gone), new Set(['', 'car#1']))
    await person.run('(() => { while (session.canUndo) session.undo() })()')
    assert.deepEqual(new Set(await person.names()), new Set(['']))
    await person.run('(() => { while (session.canRedo) session.redo() })()')
    assert.deepEqual(await person.names(), gone)
  })
})

test('box, ground and clusters are shown first and labelled when they are accepted', { skip }, async () => {
  await atDesk({}, async (person) => {
    const { page, sample } = person
    await person.arrive()
    await person.ofClass('road')
    const truth = sample.street.frames[0].lidar.classes
    const isFlat = (i: number) => truth[i] <= 2
    await person.tool('surface')
    const nearby = sample.points.findIndex(({ x, y }, i) => isFlat(i) && Math.hypot(x - 9, y) < 1)
    await page.mouse.click(...person.placeOf(nearby))
    const surface = page.getByRole('toolbar', { name: 'Surface' })
    await surface.getByText(/[1-9][\d,]* points/).waitFor()
    assert.deepEqual(new Set(await person.names()), new Set(['']), 'shown is not labelled')
    const grown = await person.does(() => page.keyboard.press('Enter'))
    const onIt = grown.flatMap((name, i) => (name === 'road' ? [i] : []))
    assert.ok(onIt.filter(isFlat).length > 0.9 * onIt.length, `${onIt.length} points`)
    await page.keyboard.press('Control+z')
    assert.deepEqual(new Set(await person.names()), new Set(['']), 'one step')

    await person.ofClass('building')
    await person.tool('rectangle')
    const built = await person.does(() => person.stroke([0.45, 0.45], [0.55, 0.55]))
    await person.ofClass('road')
    await person.tool('ground')
    const ground = page.getByRole('toolbar', { name: 'Ground' })
    const withoutLabel = ground.getByText(/^[1-9][\d,]* points without a label/)
    await withoutLabel.waitFor()
    const onlyVisible = page.getByRole('button', { name: 'Only visible', exact: true, disabled: true, pressed: false })
    await onlyVisible.waitFor()
    await page.keyboard.press('y')
    await onlyVisible.waitFor()
    await page.keyboard.press('o')
    await ground.getByText(/^[1-9][\d,]* points, [1-9][\d,]* labelled/).waitFor()
    await page.keyboard.press('o')
    await withoutLabel.waitFor()
    assert.deepEqual(await person.names(), built, 'shown is not labelled')
    const labelled = await person.does(() => page.keyboard.press('Enter'))
    const free = labelled.map((_, i) => i).filter((i) => built[i] === '')
    assert.ok(
      labelled.every((name, i) => built[i] === '' || name === built[i]),
      'labels that are there are left',
    )
    const right = free.filter((i) => (labelled[i] === 'road') === isFlat(i)).length
    assert.ok(right / free.length > 0.95, `${right} of ${free.length}`)

    await person.ofClass('car')
    await page.keyboard.press('k')
    const offer = page.getByRole('toolbar', { name: 'Suggestion' })
    await offer.getByText(/^1 of/).waitFor()
    await page.keyboard.press('Tab')
    await offer.getByText(/^2 of/).waitFor()
    const taken = await person.does(() => page.keyboard.press('Enter'))
    assert.ok(taken.includes('car#1'))
    for (const [i, name] of taken.entries()) assert.equal(name === 'road', labelled[i] === 'road')
    // Another class is chosen: what has the size of the car is offered as one all the same.
    await person.ofClass('building')
    const likely = offer.getByRole('button', { name: /Looks like car/ })
    const number = offer.locator('.numbers')
    while ((await likely.count()) === 0) {
      const before = (await number.textContent()) ?? ''
      await page.keyboard.press('Tab')
      await number.filter({ hasNotText: before }).waitFor()
    }
    const cars = await person.does(() => page.keyboard.press('Shift+Enter'))
    assert.ok(cars.includes('car#2'))
    await person.ofClass('car')
    await page.keyboard.press('Escape')
    await offer.waitFor({ state: 'detached' })

    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await person.run('session.undo()')
    await page.keyboard.press('Space')
    await person.tool('cuboid')
    await person.stroke([0.3, 0.2], [0.7, 0.8])
    const box = page.getByRole('toolbar', { name: 'Box' })
    await box.waitFor()
    const boxed = await person.does(() => page.keyboard.press('Enter'))
    assert.ok(boxed.some((name) => name.startsWith('car#')))
    await box.waitFor({ state: 'detached' })

    const left = page.getByRole('region', { name: 'Unlabelled points' }).getByRole('status')
    const count = boxed.filter((name) => name === '').length
    await left.getByText(`${count.toLocaleString('en')} unlabelled`).waitFor()
    await page.keyboard.press('u')
    await person.ofClass('building')
    const full = await person.does(() => page.getByRole('button', { name: 'Fill' }).click())
    assert.ok(!full.includes(''))
    await left.getByText('All points are labelled.').waitFor()
  })
})

test('of thousands of instances only the rows in sight are in the page, and any is found by its name', {
  skip,
}, async () => {
  const legend = Array.from({ length: 4000 }, (_, i) => ({
    ...{ id: `e-${i}`, labelKey: i + 1, classId: classIdOf('car'), instance: i + 1, color: null },
  }))
  await atDesk({ legend }, async (person) => {
    const { page } = person
    await person.arrive()
    const rows = page.getByRole('listbox', { name: 'Instances' }).getByRole('option')
    await rows.first().waitFor()
    assert.ok((await rows.count()) < 60)
    await page.getByRole('textbox', { name: 'Search instances' }).fill('#3217')
    await rows.getByText('car#3217').click()
    await person.tool('rectangle')
    const names = await person.does(() => person.stroke([0.3, 0.3], [0.6, 0.6]))
    assert.deepEqual(new Set(names), new Set(['', 'car#3217']))
    await person.ofClass('pedestrian')
    assert.ok((await person.does(() => person.stroke([0.6, 0.3], [0.8, 0.6]))).includes('pedestrian#1'))
  })
})
