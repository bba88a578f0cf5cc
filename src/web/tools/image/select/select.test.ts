import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../../test/laws.ts'
import { SAMPLE_CLASS, sameWork } from '../../../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../../../test/web/desk/driver.ts'

/** made-1: a large box, made-2: a small one inside it, made-3: one beside. */
async function threeBoxes(): Promise<TestDriver> {
  const user = (await TestDriver.open()).tool('rectangle')
  user
    .drag([
      [10, 10],
      [90, 90],
    ])
    .drag([
      [30, 30],
      [60, 60],
    ])
    .drag([
      [120, 20],
      [160, 60],
    ])
  return user.tool('select').select()
}

test('a click selects the smallest object under it, the border of another before', async () => {
  const user = await threeBoxes()
  user.click(45, 45).expectSelected('made-2').click(80, 80).expectSelected('made-1').click(10, 50)
  user.expectSelected('made-1').click(190, 90).expectSelected()
})

test('Shift adds and removes, a double click reaches the shape beneath', async () => {
  const user = await threeBoxes()
  user.click(45, 45).click(140, 40, { shift: true }).expectSelected('made-2', 'made-3')
  user.click(45, 45, { shift: true }).expectSelected('made-3')
  user.click(45, 45).click(45, 45, { clickCount: 2 }).expectSelected('made-1')
})

test('a box selects the shapes that are completely in it', async () => {
  const user = await threeBoxes()
  user.pointerDown(115, 5).pointerMove(118, 9).expectToBeIn('select.boxing').pointerMove(190, 95).pointerUp()
  user
    .expectSelected('made-3')
    .drag([
      [195, 95],
      [5, 5],
    ])
    .expectSelected('made-1', 'made-2', 'made-3')
  user
    .drag([
      [195, 95],
      [100, 5],
    ])
    .expectSelected('made-3')
})

test('Tab moves from object to object, and after the last nothing is selected', async () => {
  const user = await threeBoxes()
  user.press('Tab').expectSelected('made-1').press('Tab').expectSelected('made-2').press('Shift+Tab')
  user.expectSelected('made-1').press('Shift+Tab').expectSelected('made-1').select().press('Shift+Tab')
  user.expectSelected('made-3').press('Tab').expectSelected('made-3')
})

test('a pull moves what was not selected before too, as one step, and not out of the image', async () => {
  const user = await threeBoxes()
  user.pointerDown(140, 40).pointerMove(141, 41).expectToBeIn('select.pressing')
  user.pointerMove(150, 50).expectToBeIn('select.moving').pointerMove(160, 45).pointerUp()
  user.expectShapes('box 10,10 90,90', 'box 30,30 60,60', 'box 140,25 180,65')
  user
    .drag([
      [160, 45],
      [400, 400],
    ])
    .expectShapes('box 10,10 90,90', 'box 30,30 60,60', 'box 160,60 200,100')
  user.session.undo()
  user.session.undo()
  user.expectShapes('box 10,10 90,90', 'box 30,30 60,60', 'box 120,20 160,60')
})

test('several move together and keep their places to each other at the border', async () => {
  const user = (await threeBoxes()).select('made-2', 'made-3').drag([
    [45, 45],
    [145, 45],
  ])
  user.expectShapes('box 10,10 90,90', 'box 70,30 100,60', 'box 160,20 200,60')
})

test('Escape while dragging leaves everything as it was', async () => {
  const user = await threeBoxes()
  const before = user.session.document
  user.pointerDown(140, 40).pointerMove(160, 60).press('Esc').expectToBeIn('select.idle').pointerUp()
  assert.equal(user.session.document, before)
})

test('corners and sides resize, over the other side the box turns over', async () => {
  const user = (await threeBoxes()).select('made-3')
  user.pointerDown(160, 60).expectToBeIn('select.dragging_side').pointerMove(170, 80).pointerUp()
  user
    .drag([
      [145, 20],
      [145, 10],
    ])
    .drag([
      [170, 45],
      [110, 45],
    ])
  user.expectShapes('box 10,10 90,90', 'box 30,30 60,60', 'box 110,10 120,80')
})

test('arrows move by a pixel, with Shift by ten', async () => {
  const user = (await threeBoxes()).select('made-3').press('Right').press('Down').press('Shift+Left')
  user.expectShapes('box 10,10 90,90', 'box 30,30 60,60', 'box 111,21 151,61')
})

test('a rotated box is turned by its handle and keeps the opposite side when resized', async () => {
  const user = (await TestDriver.open())
    .tool('rotated_rectangle')
    .drag([
      [80, 40],
      [120, 40],
    ])
    .click(100, 60)
  user.expectShapes('rotated 100,50 40x20 0°').tool('select')
  user
    .drag([
      [120, 50],
      [140, 50],
    ])
    .expectShapes('rotated 110,50 60x20 0°')
  user
    .drag([
      [110, 16],
      [150, 50],
    ])
    .expectShapes('rotated 110,50 60x20 90°')
  user
    .drag([
      [110, 80],
      [110, 90],
    ])
    .expectShapes('rotated 110,55 70x20 90°')
})

test('points of a polygon are moved, inserted and taken out down to three', async () => {
  const user = (await TestDriver.open()).tool('polygon')
  user.click(20, 20).click(80, 20).click(80, 80).press('Enter').tool('select')
  user
    .drag([
      [80, 80],
      [90, 90],
    ])
    .drag([
      [50, 20],
      [50, 5],
    ])
    .expectShapes('polygon 20,20 50,5 80,20 90,90')
  user.click(80, 20, { alt: true }).expectShapes('polygon 20,20 50,5 90,90')
  user.click(50, 5, { alt: true }).expectShapes('polygon 20,20 50,5 90,90')
})

test('a copy is pasted next to the original, or in another frame at the same place', async () => {
  const user = (await TestDriver.open({ frames: 3 }))
    .tool('rectangle')
    .drag([
      [10, 10],
      [50, 50],
    ])
    .tool('select')
  user.press('Ctrl+C').press('Ctrl+V').expectSelected('made-2')
  user.expectShapes('box 10,10 50,50', 'box 24,24 64,64').press('Delete').select('made-1').press('Delete')
  user.session.setFrame(2)
  user.press('Ctrl+V').expectShapes('box 10,10 50,50')
})

test('in another job a copy is pasted at the same place; shapes without a class in that job are left out, with a notice', async () => {
  const bus = { ...SAMPLE_CLASS, classId: 'bus', name: 'bus' }
  const from = (await TestDriver.open({ classes: [SAMPLE_CLASS, bus] })).tool('rectangle')
  from.drag([[10, 10], [40, 40]]).tool('select').select('made-1').press('Ctrl+C') // biome-ignore format: a box
  const same = await TestDriver.open({ classes: [SAMPLE_CLASS], job: 'other' })
  same.press('Ctrl+V').expectShapes('box 10,10 40,40')
  const none = await TestDriver.open({ classes: [bus], job: 'third' })
  none.press('Ctrl+V').expectShapes()
  assert.equal(none.session.notices.notices.length, 1)
})

test('a concealed shape is neither seen nor hit until all are shown again', async () => {
  const user = (await threeBoxes()).select('made-2').press('Alt+H').select().click(45, 45).expectSelected('made-1')
  user.press('Alt+Shift+H').click(45, 45).expectSelected('made-2')
})

test('a locked object is not clicked, and what is under it is', async () => {
  const user = await threeBoxes()
  user.session.setLocked(['made-2'])
  user.click(45, 45).expectSelected('made-1')
  user.session.setLocked([])
  user.click(45, 45).expectSelected('made-2')
})

test('moving an object in another frame makes a keyframe there and moves it between', async () => {
  const user = (await TestDriver.open({ frames: 5 }))
    .tool('rectangle')
    .drag([
      [10, 10],
      [50, 50],
    ])
    .tool('select')
  user.session.setFrame(4)
  user
    .drag([
      [30, 30],
      [70, 30],
    ])
    .expectShapes('box 50,10 90,50')
  user.session.setFrame(2)
  user.expectShapes('box 30,10 70,50')
})

test('another frame, or another tool, drops what was being done', async () => {
  const user = (await TestDriver.open({ frames: 3 })).tool('rectangle').pointerDown(10, 10).pointerMove(50, 50)
  user.session.setFrame(1)
  user.expectToBeIn('rectangle.idle').pointerUp().expectShapes()
  user.tool('polygon').click(10, 10).tool('select').expectToBeIn('select.idle').expectShapes()
})

test('the selection stays from frame to frame and from tool to tool', async () => {
  const user = (await TestDriver.open({ frames: 3 }))
    .tool('rectangle')
    .drag([
      [10, 10],
      [50, 50],
    ])
    .tool('select')
  user.session.setFrame(1)
  user.expectSelected('made-1').tool('polygon').tool('select').expectSelected('made-1').press('Esc').expectSelected()
})

test('the middle button and Space move the view, and drawing continues where it was', async () => {
  const user = (await TestDriver.open()).tool('polygon').click(10, 10).click(50, 10)
  user.editor.zoomBy(2)
  const { x, y } = user.editor.camera
  user.pointerDown(100, 50, { button: 1 }).expectToBeIn('pan.panning').pointerMove(110, 45).pointerUp()
  assert.deepEqual([user.editor.camera.x, user.editor.camera.y], [x + 10, y - 5])
  user.editor.beginPan(null)
  user
    .drag([
      [0, 0],
      [-10, 5],
    ])
    .expectToBeIn('pan.panning')
  user.editor.endPan()
  assert.deepEqual([user.editor.camera.x, user.editor.camera.y], [x, y])
  user.expectToBeIn('polygon.drawing')
})

test('zooming keeps what is under the pointer, and Fit shows the whole image', async () => {
  const user = await TestDriver.open()
  user.pointerMove(150, 30)
  const before = user.editor.pointer?.at
  user.editor.zoomAt({ x: 150, y: 30 }, 3)
  user.pointerMove(150, 30)
  assert.deepEqual(user.editor.pointer?.at, before)
  user.press('0')
  const { scale, x, y } = user.editor.camera
  assert.ok(x >= 0 && y >= 0 && x + 200 * scale <= 200 && y + 100 * scale <= 100)
})

test('a resized view keeps a whole image whole, but moves nothing under a hand that pulls', async () => {
  const user = (await threeBoxes()).press('0')
  const before = user.editor.camera
  user.pointerDown(45, 45).pointerMove(60, 45)
  user.editor.resize({ widthPx: 150, heightPx: 100 })
  assert.deepEqual(user.editor.camera, before)
  user.press('Esc').pointerUp().press('0')
  user.editor.resize({ widthPx: 400, heightPx: 200 })
  assert.equal(user.editor.camera.scale, (200 - 24) / 100)
})

test('whatever the pointer does, shapes stay inside and undo brings back the empty image', async () => {
  const place = fc.tuple(fc.integer({ min: -40, max: 240 }), fc.integer({ min: -40, max: 140 }))
  const gesture = fc.record({
    tool: fc.constantFrom('select', 'rectangle', 'polygon', 'line', 'landmark', 'cuboid', 'brush', 'eraser'),
    places: fc.array(place, { minLength: 1, maxLength: 5 }),
    shift: fc.boolean(),
    finish: fc.constantFrom('Enter', 'Esc', 'Tab', 'Right', 'none'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(gesture, { maxLength: 8 }), async (gestures) => {
      const user = await TestDriver.open()
      const empty = user.session.document
      for (const { tool, places, shift, finish } of gestures) {
        user.tool(tool).drag(places, { shift })
        for (const [x, y] of places) user.click(x, y)
        if (finish !== 'none' && (finish !== 'Right' || user.session.selection.size > 0)) user.press(finish)
        for (const { bounds } of user.editor.shapes.all()) {
          const { left, top, right, bottom } = bounds
          assert.ok(left >= 0 && top >= 0 && right <= 200 + 1e-9 && bottom <= 100 + 1e-9, JSON.stringify(bounds))
          assert.ok(right >= left && bottom >= top)
        }
      }
      while (user.session.canUndo) user.session.undo()
      assert.ok(sameWork(user.session.document, empty))
    }),
    { numRuns: 60 },
  )
})

test('Delete takes out the point that was clicked, and the object only where none was', async () => {
  const user = (await TestDriver.open()).tool('polygon')
  for (const [x, y] of [
    [10, 10],
    [60, 10],
    [60, 60],
    [10, 60],
  ]) {
    user.click(x, y)
  }
  user.press('Enter').tool('select').select('made-1').click(60, 10).press('Delete')
  user.expectShapes('polygon 10,10 60,60 10,60')
  user.press('Delete').expectShapes()
})

test('the secondary button takes out the point under it, but never leaves fewer than a shape needs', async () => {
  const user = (await TestDriver.open()).tool('polygon')
  user.click(10, 10).click(60, 10).click(60, 60).press('Enter').tool('select').select('made-1')
  user.click(60, 10, { button: 2 }).expectShapes('polygon 10,10 60,10 60,60')
  assert.equal(user.session.notices.notices.length, 1)
})

test('Escape releases the chosen point first, then of the object', async () => {
  const user = (await TestDriver.open()).tool('polygon')
  user.click(10, 10).click(60, 10).click(60, 60).press('Enter').tool('select').select('made-1').click(60, 10)
  user.press('Esc').expectSelected('made-1').press('Esc').expectSelected()
})
