import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../../../test/web/desk/driver.ts'
import type { TagClass } from '../../../../model/tag.ts'

const ARM: TagClass = {
  ...SAMPLE_CLASS,
  skeleton: {
    points: [
      { name: 'shoulder', x: 0, y: 0 },
      { name: 'elbow', x: 0.5, y: 0.5 },
      { name: 'hand', x: 1, y: 1 },
    ],
    edges: [
      [1, 2],
      [2, 3],
    ],
  },
}

const open = async () => (await TestDriver.open({ classes: [ARM] })).tool('landmark')

test('a box pulled open places the whole skeleton in it', async () => {
  const user = await open()
  user.pointerDown(20, 20).pointerMove(40, 30).expectToBeIn('landmark.pulling').pointerMove(60, 40).pointerUp()
  user.expectShapes('keypoints 20,20 40,30 60,40').expectToBeIn('landmark.idle')
})

test('clicks set its points in order; the last one finishes, Shift covers', async () => {
  const user = (await open()).click(20, 20).expectToBeIn('landmark.setting').click(50, 25, { shift: true })
  assert.equal(user.editor.overlay.hint?.text, 'hand')
  user.click(60, 40).expectShapes('keypoints 20,20 50,25 covered 60,40').expectToBeIn('landmark.idle')
})

test('the secondary button leaves a point out; the others keep their labels', async () => {
  const user = (await open()).click(20, 20).click(50, 25, { button: 2 }).click(60, 40)
  const [shown] = user.editor.shapes.all()
  assert.deepEqual(shown.shape.type === 'landmark' && shown.shape.points.map(({ label }) => label), [1, 3])
})

test('Backspace takes a point back, and the next click sets it again', async () => {
  const user = (await open()).click(20, 20).click(50, 25).press('Backspace').click(30, 30).click(60, 40)
  user.expectShapes('keypoints 20,20 30,30 60,40')
})

test('the chosen keypoint is covered and uncovered by a key; Delete leaves the others their labels', async () => {
  const user = await open()
  user.drag([
    [20, 20],
    [40, 40],
    [60, 60],
  ])
  user.tool('select').select('made-1').click(40, 40).press('J').expectShapes('keypoints 20,20 40,40 covered 60,60')
  user.press('J').expectShapes('keypoints 20,20 40,40 60,60')
  user.press('Delete').expectShapes('keypoints 20,20 60,60')
  const [shown] = user.editor.shapes.all()
  assert.deepEqual(shown.shape.type === 'landmark' && shown.shape.points.map(({ label }) => label), [1, 3])
})
