import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserSkip } from '../browser.ts'
import { ALL, assertNamed, atDesk, type Share } from './annotator.ts'

const skip = browserSkip()

test('each shape takes what lies under it: brush, lasso, polygon, rectangle, eraser; undone, nothing is left', {
  skip,
}, async () => {
  await atDesk({ missing: [3, 4, 5, 9000] }, async (person) => {
    const { page } = person
    await person.arrive()
    await page.getByText('4 points without coordinates are left out').waitFor()
    await page.getByRole('button', { name: 'Only visible' }).click()
    await person.ofClass('road')
    await person.tool('rectangle')
    const [a, b]: [Share, Share] = [
      [0.4, 0.3],
      [0.6, 0.7],
    ]
    assertNamed(await person.does(() => person.stroke(a, b)), 'road', person.withinRectangle(a, b))
    await person.does(() => page.keyboard.press('Control+z'))

    await person.tool('brush')
    await person.run(`0`)
    const { x: wide, y: high } = person.pxPerShare
    const brushed = await person.does(() => person.stroke([0.3, 0.5], [0.7, 0.5]))
    const way = person.within(({ x, y }) => {
      const along = Math.min(0.7 * wide, Math.max(0.3 * wide, x))
      return Math.hypot(x - along, y - 0.5 * high) < 22
    })
    assertNamed(brushed, 'road', way)
    await page.keyboard.press(']')
    await page.keyboard.press(']')

    // The eraser takes what it touches, Ctrl makes an eraser of anything.
    await page.keyboard.press('o')
    const only = page.getByRole('button', { name: 'Only unlabelled' })
    assert.equal(await only.getAttribute('aria-pressed'), 'true')
    await person.tool('eraser')
    assert.deepEqual(
      [await only.getAttribute('aria-pressed'), await only.getAttribute('aria-disabled')],
      ['false', 'true'],
    )
    const left = await person.does(() => person.stroke([0.5, 0.2], [0.5, 0.8]))
    assert.ok(left.filter((name) => name === 'road').length < brushed.filter((name) => name === 'road').length)
    await person.tool('lasso')
    await page.keyboard.press('o')
    assert.equal(await only.getAttribute('aria-pressed'), 'false')
    await page.keyboard.down('Control')
    const none = await person.does(() => person.stroke([0.2, 0.4], [0.8, 0.4], [0.8, 0.6], [0.2, 0.6]))
    await page.keyboard.up('Control')
    assert.deepEqual(new Set(none), new Set(['']))

    // A lasso is any closed line: here a triangle.
    const corner: Share[] = [
      [0.3, 0.2],
      [0.7, 0.5],
      [0.3, 0.8],
    ]
    const triangle = person.within(({ x, y }) => {
      const [u, v] = [x / wide, y / high]
      return u > 0.3 && v > 0.2 + ((u - 0.3) * 0.3) / 0.4 && v < 0.8 - ((u - 0.3) * 0.3) / 0.4
    })
    await person.ofClass('car')
    assertNamed(await person.does(() => person.stroke(...corner)), 'car#1', triangle)

    await page.keyboard.press('n')
    await person.tool('polygon')
    for (const place of [...corner, [0.9, 0.9] as Share]) await page.mouse.click(...person.at(place))
    await page.getByRole('note').getByText('to remove the last corner').waitFor()
    await page.keyboard.press('Backspace')
    assertNamed(await person.does(() => page.keyboard.press('Enter')), 'car#2', triangle)

    const steps = await person.run<number>(
      `(() => { let n = 0; while (session.canUndo) { session.undo(); n++ } return n })()`,
    )
    assert.equal(steps, 5)
    assert.deepEqual(new Set(await person.names()), new Set(['']))
    assert.equal(await person.run('session.document.legend.length'), 0)
  })
})

test('strokes keep to what they may touch: labels, classes, heights, crop, what is hidden', { skip }, async () => {
  await atDesk({}, async (person) => {
    const { page, sample } = person
    await person.arrive()
    await page.getByRole('button', { name: 'Only visible' }).click()
    await person.tool('rectangle')
    await person.ofClass('road')
    const [a, b]: [Share, Share] = [
      [0.3, 0.3],
      [0.5, 0.7],
    ]
    const road = person.withinRectangle(a, b)
    await person.does(() => person.stroke(a, b))

    await page.keyboard.press('o')
    await person.ofClass('building')
    const protectedRoad = await person.does(() => person.stroke([0.4, 0.2], [0.6, 0.8]))
    assertNamed(protectedRoad, 'road', road)
    assert.ok(protectedRoad.includes('building'))
    await page.keyboard.press('o')

    // Of the classes, only buildings may change.
    await page.getByRole('button', { name: 'Changes any class' }).click()
    await page.getByRole('button', { name: 'Only building' }).click()
    await page.keyboard.press('Escape')
    await person.ofClass('vegetation')
    const grown = await person.does(() => person.stroke(...ALL))
    assertNamed(grown, 'road', road)
    for (const [i, name] of grown.entries()) assert.equal(name === 'vegetation', protectedRoad[i] === 'building')
    await page.getByRole('button', { name: /^Changes \d+ of \d+ classes$/ }).click()
    await page.getByRole('button', { name: 'All classes' }).click()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'All heights' }).click()
    const most = page.getByRole('slider', { name: 'Maximum height' })
    for (let i = 0; i < 30; i++) await most.press('ArrowLeft')
    const limit = Number(await most.getAttribute('aria-valuenow'))
    await page.keyboard.press('Escape')
    await person.ofClass('pole')
    const cut = await person.does(() => person.stroke(...ALL))
    const everything = person.withinRectangle(...ALL)
    cut.forEach((name, i) => {
      if (everything.sure.has(i))
        assert.equal(name === 'pole', sample.points[i].z <= limit, `at ${sample.points[i].z} m`)
    })
    assert.ok(cut.some((name) => name !== 'pole'))
    await person.does(() => page.keyboard.press('Control+z'))
    await page.getByRole('button', { name: /to .* m$/ }).click()
    await page.getByRole('button', { name: 'All heights' }).click()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'All distances' }).click()
    const farthest = page.getByRole('slider', { name: 'Maximum distance' })
    for (let i = 0; i < 60; i++) await farthest.press('ArrowLeft')
    const farM = Number(await farthest.getAttribute('aria-valuenow'))
    await page.keyboard.press('Escape')
    const near = await person.does(() => person.stroke(...ALL))
    const sensor = sample.street.frames[0].lidar.commonFromSensor.position
    near.forEach((name, i) => {
      const { x, y } = sample.points[i]
      const awayM = Math.hypot(x - (sensor.x - Math.round(sensor.x)), y - (sensor.y - Math.round(sensor.y)))
      if (everything.sure.has(i) && Math.abs(awayM - farM) > 0.01)
        assert.equal(name === 'pole', awayM < farM, `${awayM} m away`)
    })
    assert.ok(near.some((name) => name !== 'pole'))
    await person.does(() => page.keyboard.press('Control+z'))
    await page.getByRole('button', { name: /m away$/ }).click()
    await page.getByRole('button', { name: 'All distances' }).click()
    await page.keyboard.press('Escape')

    await person.tool('crop')
    await person.stroke([0.55, 0.3], [0.75, 0.6])
    await page.getByRole('button', { name: 'Cropped' }).waitFor()
    await person.tool('rectangle')
    assertNamed(
      await person.does(() => person.stroke(...ALL)),
      'pole',
      person.withinRectangle([0.55, 0.3], [0.75, 0.6]),
    )
    await page.getByRole('button', { name: 'Cropped' }).click()
    await person.does(() => page.keyboard.press('Control+z'))

    await page.keyboard.press('h')
    const rest = await person.does(() => person.stroke(...ALL))
    assertNamed(rest, 'road', road)
    await page.keyboard.press('h')
    await page.getByRole('button', { name: 'Hide road' }).click()
    await person.tool('eraser')
    await page.keyboard.press(']')
    assertNamed(await person.does(() => person.stroke([0.1, 0.5], [0.9, 0.5])), 'road', road)
  })
})
