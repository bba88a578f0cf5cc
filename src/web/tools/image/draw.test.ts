import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../../test/web/desk/driver.ts'
import { msg } from '../../messages/message.ts'

test('a box is drawn by pulling it open, from any corner', async () => {
  const user = (await TestDriver.open()).tool('rectangle')
  user.pointerDown(50, 60).expectToBeIn('rectangle.drawing').pointerMove(10, 20).pointerUp()
  user.expectToBeIn('rectangle.idle').expectShapes('box 10,20 50,60').expectSelected('made-1')
})

test('clicks draw no box: on nothing they say so, on an object they select it', async () => {
  const user = (await TestDriver.open()).tool('rectangle').click(10, 10).expectToBeIn('rectangle.idle')
  assert.deepEqual(user.session.notices.notices[0].message, msg('draw.byDrag'))
  user.drag([
    [20, 20],
    [60, 60],
  ])
  user.select().click(40, 60).expectSelected('made-1').select().click(150, 60).expectSelected()
  user.expectShapes('box 20,20 60,60')
})

test('a box stays inside the image, a click alone makes none, Escape drops it', async () => {
  const user = (await TestDriver.open()).tool('rectangle')
  user
    .drag([
      [150, 50],
      [260, 130],
    ])
    .expectShapes('box 150,50 200,100')
  user.pointerDown(20, 20).pointerMove(60, 60).press('Esc').pointerUp().expectShapes('box 150,50 200,100')
})

test('a box that is too thin is not made, and a notice says why', async () => {
  const user = (await TestDriver.open()).tool('rectangle')
  user.drag([
    [10, 10],
    [40, 11],
  ])
  user.expectShapes().expectToBeIn('rectangle.idle')
  const [{ message, isRefusal }] = user.session.notices.notices
  assert.deepEqual([message, isRefusal], [msg('draw.tooSmall', { size: 3 }), true])
})

test('with Shift a box is a square', async () => {
  const user = (await TestDriver.open()).tool('rectangle')
  user
    .drag(
      [
        [10, 10],
        [40, 25],
      ],
      { shift: true },
    )
    .expectShapes('box 10,10 40,40')
})

test('a drawn object is one step of undo', async () => {
  const user = (await TestDriver.open()).tool('rectangle').drag([
    [10, 10],
    [20, 20],
    [30, 30],
  ])
  user.session.undo()
  user.expectShapes().expectSelected()
  assert.equal(user.session.canUndo, false)
  user.session.redo()
  user.expectShapes('box 10,10 30,30')
})

test('a rotated box is a side and then its depth', async () => {
  const user = (await TestDriver.open()).tool('rotated_rectangle')
  user
    .drag([
      [20, 20],
      [60, 60],
    ])
    .expectToBeIn('rotated_rectangle.pulling_out')
  user.click(40, 60).expectShapes('rotated 35,45 56.6x14.1 45°')
})

test('a polygon is closed by Enter, or by a click on its first point', async () => {
  const user = (await TestDriver.open()).tool('polygon')
  user.click(10, 10).expectToBeIn('polygon.drawing').click(50, 10).click(50, 50).press('Enter')
  user.click(100, 10).click(140, 10).click(140, 50).click(102, 11).expectToBeIn('polygon.idle')
  user.expectShapes('polygon 10,10 50,10 50,50', 'polygon 100,10 140,10 140,50')
})

test('two points make no polygon, Backspace takes points back one by one', async () => {
  const user = (await TestDriver.open()).tool('polygon').click(10, 10).click(50, 10).press('Enter')
  user.expectToBeIn('polygon.drawing').click(90, 90).press('Backspace').click(50, 50).press('Enter')
  user.expectShapes('polygon 10,10 50,10 50,50')
})

test('with Alt a path becomes a hole of the selected polygon', async () => {
  const user = (await TestDriver.open()).tool('polygon')
  user.click(10, 10).click(90, 10).click(90, 90).click(10, 90).press('Enter')
  user.click(30, 30, { alt: true }).click(70, 30).click(70, 70).press('Enter')
  user.expectShapes('polygon 10,10 90,10 90,90 10,90 | 30,30 70,30 70,70')
  user.tool('select').select().click(60, 42).expectSelected().click(20, 70).expectSelected('made-1')
})

test('snapping is off; on, points stick to borders of the same kind, and with Alt they do not', async () => {
  const user = (await TestDriver.open())
    .tool('rectangle')
    .drag([
      [10, 10],
      [50, 50],
    ])
    .tool('polygon')
  user.click(60, 10).click(90, 10).click(90, 50).click(60, 50).press('Enter')
  user.click(62, 52).click(150, 60).click(150, 20).press('Enter')
  user.expectShapes('box 10,10 50,50', 'polygon 60,10 90,10 90,50 60,50', 'polygon 62,52 150,60 150,20')
  user.session.undo()
  user.press('Shift+S').click(62, 52).click(48, 30).click(92, 30).click(88, 80, { alt: true }).press('Enter')
  user.expectShapes('box 10,10 50,50', 'polygon 60,10 90,10 90,50 60,50', 'polygon 60,50 48,30 90,30 88,80')
})

test('a line ends at a double click', async () => {
  const user = (await TestDriver.open()).tool('line').click(10, 10).click(50, 20).click(90, 10)
  user.click(90, 10, { clickCount: 2 }).expectToBeIn('line.idle').expectShapes('line 10,10 50,20 90,10')
})

test('keypoints are numbered as they come, covered ones with Shift', async () => {
  const user = (await TestDriver.open()).tool('landmark').click(10, 10).click(20, 10, { shift: true }).click(30, 10)
  user.press('Backspace').press('Enter').expectShapes('keypoints 10,10 20,10 covered')
})

test('an ellipse fills the box that is pulled open', async () => {
  const user = (await TestDriver.open()).tool('ellipse')
  user
    .drag([
      [10, 10],
      [50, 30],
    ])
    .expectShapes('ellipse 30,20 20x10 0°')
})

test('a cuboid is its front face, then its back', async () => {
  const user = (await TestDriver.open()).tool('cuboid').drag([
    [10, 40],
    [50, 80],
  ])
  user.expectToBeIn('cuboid.placing_back').click(60, 40)
  user.expectShapes('cuboid 10,40 50,40 50,80 10,80 44,24 76,24 76,56 44,56')
})

test('an object gets the class that may have its form, and what attributes start with', async () => {
  const attribute = { type: 'select' as const, options: ['red', 'blue'], required: true }
  const shape = {
    ...SAMPLE_CLASS,
    classId: 'area',
    geometries: ['polygon' as const],
    attributes: [
      { ...attribute, name: 'colour', default: 'red', per: 'object' as const },
      { ...attribute, name: 'seen', default: 'blue', per: 'frame' as const },
    ],
  }
  const boxes = { ...SAMPLE_CLASS, geometries: ['rectangle' as const] }
  const user = await TestDriver.open({ classes: [boxes, shape], frames: 4 })
  assert.deepEqual(
    user.session.tools.map(({ id }) => id),
    ['select', 'pan', 'rectangle', 'polygon', 'livewire', 'object', 'wand', 'superpixels', 'smart', 'ruler'],
  )
  user.session.setFrame(2)
  user.tool('polygon').click(10, 10).click(50, 10).click(50, 50).press('Enter')
  const track = user.session.document.tracks.get('made-1')!
  assert.deepEqual([track.classId, [...track.attributes]], ['area', [['colour', 'red']]])
  assert.deepEqual([...track.views.get('')!.attributes], [['seen', [{ frame: 2, value: 'blue' }]]])
  assert.equal(user.session.currentClassId, 'area')
})

test('nothing can be drawn in a view that is read-only', async () => {
  const user = await TestDriver.open({ access: 'read' })
  assert.deepEqual(
    user.session.tools.map(({ id }) => id),
    ['select', 'pan', 'ruler'],
  )
  user.session.setTool('rectangle')
  user.drag([
    [10, 10],
    [50, 50],
  ])
  user.expectToBeIn('select.idle').expectShapes()
})

test('the ruler says how long a line is, keeps it until the next one, and changes nothing', async () => {
  const user = (await TestDriver.open()).tool('ruler')
  user.drag([
    [10, 10],
    [40, 50],
  ])
  user.pointerMove(90, 90).expectToBeIn('ruler.measuring').expectShapes()
  assert.equal(user.editor.overlay.hint?.text, '50.0 px (30 × 40)')
  user.click(20, 20).pointerMove(20, 26)
  assert.equal(user.editor.overlay.hint?.text, '6.0 px (0 × 6)')
  user.press('Esc').expectToBeIn('ruler.idle')
  assert.equal(user.session.canUndo, false)
})
