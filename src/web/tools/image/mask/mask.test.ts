import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestDriver } from '../../../../../test/web/desk/driver.ts'
import { decodeMask } from '../../../../formats/results/runLengths.ts'
import { brushLine } from './brush.ts'

test('a stroke paints every pixel whose middle the brush covers', () => {
  const grid = { pixels: new Uint8Array(100 * 20), widthPx: 100, heightPx: 20 }
  brushLine(grid, { x: 10, y: 10 }, { x: 60, y: 10 }, 3, 1)
  const painted = (x: number, y: number) => grid.pixels[y * 100 + x] === 1
  assert.ok(painted(10, 10) && painted(35, 7) && painted(35, 12) && painted(62, 10))
  assert.ok(!painted(35, 6) && !painted(35, 13) && !painted(63, 10) && !painted(6, 10))
})

test('a brush thinner than a pixel paints the pixel that it is in', () => {
  const grid = { pixels: new Uint8Array(100), widthPx: 10, heightPx: 10 }
  brushLine(grid, { x: 3.1, y: 4.9 }, { x: 3.1, y: 4.9 }, 0.3, 1)
  assert.deepEqual([grid.pixels.indexOf(1), grid.pixels.reduce((a, b) => a + b)], [43, 1])
})

test('strokes on a selected mask continue it, one step of undo each; with no selection they begin a new one', async () => {
  const user = (await TestDriver.open()).tool('brush')
  user.editor.setBrushRadius(5)
  user.pointerDown(50, 50).expectToBeIn('brush.painting').pointerMove(80, 50).pointerUp()
  const area = (id: string) => {
    const shape = user.editor.shapes.get(id)?.shape
    return shape?.type === 'mask' ? decodeMask(shape).reduce((a, b) => a + b, 0) : 0
  }
  const first = area('made-1')
  assert.ok(first > 300 && first < 400, `${first} px`)
  user.drag([
    [50, 80],
    [80, 80],
  ])
  assert.equal(user.editor.shapes.size, 1)
  assert.equal(area('made-1'), 2 * first)
  user.session.undo()
  assert.equal(area('made-1'), first)
  user.press('Esc').drag([
    [150, 20],
    [160, 20],
  ])
  assert.equal(user.editor.shapes.size, 2)
})

test('the eraser removes pixels, and a mask without pixels vanishes', async () => {
  const user = (await TestDriver.open()).tool('brush')
  user.editor.setBrushRadius(5)
  user
    .drag([
      [50, 50],
      [60, 50],
    ])
    .press('Esc')
    .tool('eraser')
  user
    .drag([
      [150, 90],
      [160, 90],
    ])
    .expectToBeIn('eraser.idle')
  assert.equal(user.editor.shapes.size, 1)
  user.editor.setBrushRadius(20)
  user
    .drag([
      [50, 50],
      [60, 50],
    ])
    .expectShapes()
  user.session.undo()
  assert.equal(user.editor.shapes.size, 1)
})

test('brackets change the size of the brush', async () => {
  const user = await TestDriver.open()
  const before = user.editor.brushRadiusPx
  user.press(']').press(']').press('[')
  assert.equal(user.editor.brushRadiusPx, before * 1.25)
})
