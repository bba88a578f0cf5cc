import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../../test/web/desk/driver.ts'

const BOX = 'box 10,10 30,30'

/** A finished box, and a tool taken up after it. */
async function drawn(tool: string, frames = 1): Promise<TestDriver> {
  const user = (await TestDriver.open({ frames })).tool('rectangle')
  user.drag([
    [10, 10],
    [30, 30],
  ])
  return user.tool(tool)
}

/** Clicks that leave a shape unfinished, by tool. */
const CLICKS: Record<string, [number, number][]> = {
  polygon: [
    [50, 10],
    [90, 10],
    [90, 50],
    [70, 80],
  ],
  line: [
    [50, 10],
    [90, 10],
    [90, 50],
  ],
  livewire: [
    [50, 10],
    [90, 10],
    [90, 50],
  ],
  landmark: [
    [50, 10],
    [90, 10],
    [90, 50],
  ],
  rotated_rectangle: [
    [50, 10],
    [90, 10],
  ],
  cuboid: [
    [50, 10],
    [90, 50],
  ],
  slice: [[50, 10]],
}

for (const [tool, clicks] of Object.entries(CLICKS)) {
  test(`${tool}: undo takes points back one by one and never a finished object, redo brings them back`, async () => {
    const user = await drawn(tool)
    for (const [x, y] of clicks) user.click(x, y)
    const { points } = user.session.inWork.all[0].shape
    assert.equal(points.length, clicks.length)
    for (let left = clicks.length - 1; left >= 0; left--) {
      user.session.undo()
      user.expectShapes(BOX)
      assert.equal(user.session.inWork.all[0]?.shape.points.length ?? 0, left)
    }
    user.expectToBeIn(`${tool}.idle`)
    for (const _ of clicks) user.session.redo()
    assert.deepEqual(user.session.inWork.all[0].shape.points, points)
    for (const _ of clicks) user.session.undo()
    user.session.undo()
    user.expectShapes()
  })

  test(`${tool}: another tool, the hand, another frame and a reload leave the shape as it was`, async () => {
    // Polygons are cut in single pictures.
    const user = await drawn(tool, tool === 'slice' ? 1 : 3)
    for (const [x, y] of clicks) user.click(x, y)
    const state = user.editor.stateName
    const { shape } = user.session.inWork.all[0]
    user.tool('rectangle').expectToBeIn('rectangle.idle').tool('pan').tool(tool).expectToBeIn(state)
    if (tool !== 'slice') {
      user.session.setFrame(1)
      user.expectToBeIn(`${tool}.idle`)
      user.session.setFrame(0)
      user.expectToBeIn(state)
    }
    const again = await user.reloaded()
    again.tool(tool).expectToBeIn(state)
    assert.deepEqual(again.session.inWork.all[0].shape, shape)
  })
}

test('unfinished shapes are counted in all frames, also while another tool is active, until they are finished', async () => {
  const user = await drawn('polygon', 3)
  const count = () => user.session.inWork.unfinishedCount
  assert.equal(count(), 0)
  user.click(50, 10).click(90, 10).click(90, 50).tool('line').click(10, 50)
  user.session.setFrame(1)
  user.tool('rectangle')
  assert.equal(count(), 2)
  user.session.setFrame(0)
  user.tool('polygon').press('Enter')
  assert.equal(count(), 1)
})

test('a finished shape is one step of undo, whatever was undone while it was drawn', async () => {
  const user = await drawn('polygon')
  user.click(50, 10).click(90, 10).click(90, 50)
  user.session.undo()
  user.click(60, 60).press('Enter').expectShapes(BOX, 'polygon 50,10 90,10 60,60')
  assert.deepEqual(user.session.inWork.all, [])
  user.session.undo()
  user.expectShapes(BOX).expectToBeIn('polygon.idle')
  user.session.redo()
  user.expectShapes(BOX, 'polygon 50,10 90,10 60,60')
})

test('Escape puts a shape aside: undo and the key of the tool bring it back, a second Escape drops it', async () => {
  const user = await drawn('polygon')
  user.click(50, 10).click(90, 10).press('Esc').expectToBeIn('polygon.idle')
  user.session.undo()
  user.expectToBeIn('polygon.drawing').expectShapes(BOX).press('Esc')
  user.session.setTool('polygon')
  user.expectToBeIn('polygon.drawing').press('Esc').press('Esc')
  user.session.setTool('polygon')
  user.expectToBeIn('polygon.idle')
  assert.deepEqual(user.session.inWork.all, [])
  user.session.undo()
  user.expectShapes()
})

test('undo with another tool first undoes later edits, then takes the shape up again', async () => {
  const user = await drawn('polygon')
  user.click(50, 10).click(90, 10).tool('rectangle')
  user.drag([
    [100, 10],
    [130, 30],
  ])
  user.session.undo()
  user.expectShapes(BOX)
  user.session.undo()
  user.expectShapes(BOX).expectToBeIn('polygon.drawing')
  user.session.undo()
  assert.equal(user.session.inWork.all[0].shape.points.length, 1)
})

test('Backspace is an act as well: undo gives the point back', async () => {
  const user = await drawn('polygon')
  user.click(50, 10).click(90, 10).press('Backspace')
  user.session.undo()
  user.click(90, 50).press('Enter').expectShapes(BOX, 'polygon 50,10 90,10 90,50')
})

test('edits of the document while a shape is drawn are undone before its points', async () => {
  const user = await drawn('polygon')
  user.click(50, 10).click(90, 10)
  user.session.execute('edit.attribute', [{ type: 'setJobAttribute', name: 'note', value: 'wet' }])
  user.session.undo()
  assert.equal(user.session.document.jobAttributes.size, 0)
  assert.equal(user.session.inWork.all[0].shape.points.length, 2)
})

test('skipped key points of a skeleton are undone and kept like those that were set', async () => {
  const points = ['shoulder', 'elbow', 'hand'].map((name, i) => ({ name, x: i / 2, y: i / 2 }))
  const arm = { ...SAMPLE_CLASS, skeleton: { points, edges: [] } }
  const user = (await TestDriver.open({ classes: [arm] })).tool('landmark')
  user.click(20, 20).click(50, 25, { button: 2 })
  const again = (await user.reloaded([arm])).tool('landmark')
  assert.equal(again.editor.overlay.added?.length, 1)
  again.session.undo()
  again.click(30, 30).click(60, 40).expectShapes('keypoints 20,20 30,30 60,40')
})
