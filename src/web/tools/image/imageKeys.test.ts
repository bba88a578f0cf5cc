import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../../test/web/desk/driver.ts'
import { putTracks } from '../../../model/document/edits/wholeTracks.ts'
import { newTrack } from '../../../model/document/newTrack.ts'

const clicked = (user: TestDriver, places: readonly (readonly [number, number])[]): TestDriver => {
  for (const [x, y] of places) user.click(x, y)
  return user
}

test('the secondary button deletes the corner under it; in the area it does nothing, and the last three corners stay', async () => {
  const corners = [[40, 20], [120, 20], [120, 70], [40, 70]] as const // biome-ignore format: a polygon
  const user = clicked((await TestDriver.open()).tool('polygon'), corners)
    .press('Enter')
    .tool('select')
  user.select('made-1').click(60, 30, { button: 2 }).expectShapes('polygon 40,20 120,20 120,70 40,70')
  user.click(120, 70, { button: 2 }).expectShapes('polygon 40,20 120,20 40,70')
  user.click(120, 20, { button: 2 }).expectShapes('polygon 40,20 120,20 40,70')
  assert.match(JSON.stringify(user.session.notices.notices[0]), /image\.tooFewPoints/)
  user.session.undo()
  user.expectShapes('polygon 40,20 120,20 120,70 40,70')
})

test('a box is moved by the pointer and by keys, each a step of undo, and deleted', async () => {
  const user = (await TestDriver.open()).tool('rectangle')
  user.drag([[40, 30], [80, 50]]).tool('select').select() // biome-ignore format: a box
  user.drag([[60, 40], [120, 40]]).expectShapes('box 100,30 140,50') // biome-ignore format: a way
  user.press('Shift+Down').expectShapes('box 100,40 140,60')
  user.session.undo()
  user.session.undo()
  user.expectShapes('box 40,30 80,50').select('made-1').press('Delete').expectShapes()
})

test('in a turned view the pointer draws where it is, arrows move as one sees it, and the document stays upright', async () => {
  const user = await TestDriver.open()
  user.press('Alt+R')
  // The image lies on its side: 100 pixels wide and 200 high, with what was at the left at the top.
  user.editor.resize({ widthPx: 200, heightPx: 100 })
  user.editor.zoomBy(1 / user.editor.camera.scale)
  user.editor.panBy({ x: -user.editor.camera.x, y: -user.editor.camera.y })
  const seen = (x: number, y: number) => [100 - y, x] as const
  user.tool('rectangle').drag([seen(40, 30), seen(80, 70)]).expectShapes('box 40,30 80,70') // biome-ignore format: a box
  user.tool('select').select('made-1').press('Down').expectShapes('box 41,30 81,70')
  user.press('Right').expectShapes('box 41,29 81,69')
  user.press('Alt+Shift+R')
  assert.equal(user.editor.camera.turns, 0)
  user.expectShapes('box 41,29 81,69')
})

test('a click finds the right one of 5,000 boxes', async () => {
  const user = await TestDriver.open()
  const boxAt = (i: number) => ({ left: (i % 100) / 101, top: Math.floor(i / 100) / 51 })
  const tracks = Array.from({ length: 5000 }, (_, i) => {
    const { left, top } = boxAt(i)
    const flat = { type: 'rectangle', left, top, right: left + 0.008, bottom: top + 0.015 } as const
    const shape = { sensorId: '', flat }
    return newTrack({ id: `t${i}`, annotationType: 'image2d', tagClass: SAMPLE_CLASS, frame: 0, shape })
  })
  user.session.execute('edit.paste', putTracks(tracks))
  for (const index of [0, 2525, 4999]) {
    const { left, top } = boxAt(index)
    user.click((left + 0.004) * 200, (top + 0.0075) * 100).expectSelected(`t${index}`)
  }
})

test('a stroke of the brush becomes run lengths of the size of the image', async () => {
  const user = (await TestDriver.open()).tool('brush').drag([[60, 50], [100, 50]]) // biome-ignore format: a stroke
  const [{ shape }] = user.editor.shapes.all()
  assert.ok(shape.type === 'mask')
  const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0)
  assert.equal(sum(shape.counts), 200 * 100)
  // The stroke is 40 px long and 24 px thick, with round ends.
  const painted = sum(shape.counts.filter((_, i) => i % 2 === 1))
  assert.ok(Math.abs(painted - (40 * 24 + Math.PI * 144)) < 40, `${painted} px`)
})

test('polygons are sliced with the pointer, joined and turned into a mask by keys, and all of it is undone', async () => {
  const user = (await TestDriver.open()).tool('polygon')
  clicked(user, [[20, 20], [60, 20], [60, 60], [20, 60]]).press('Enter') // biome-ignore format: a polygon
  clicked(user, [[120, 20], [160, 20], [160, 60], [120, 60]]).press('Enter') // biome-ignore format: a polygon
  const types = () => user.editor.shapes.all().map(({ shape }) => shape.type)
  user.select().tool('slice').drag([[40, 10], [40, 40], [40, 70]]) // biome-ignore format: a line
  assert.deepEqual(types(), ['polygon', 'polygon', 'polygon'])
  assert.equal(user.session.selection.size, 2)
  user.press('Shift+J')
  assert.deepEqual(types(), ['polygon', 'polygon'])
  user.press('Shift+M')
  assert.deepEqual(types().sort(), ['mask', 'polygon'])
  for (let i = 0; i < 3; i++) user.session.undo()
  user.expectShapes('polygon 20,20 60,20 60,60 20,60', 'polygon 120,20 160,20 160,60 120,60')
})

test('Ctrl and a bracket bring an object to the back or the front, where a click finds it first', async () => {
  const user = (await TestDriver.open()).tool('rectangle')
  user.drag([[20, 20], [80, 80]]).tool('ellipse').drag([[20, 20], [80, 80]]).tool('select') // biome-ignore format: two shapes over each other
  user.expectShapes('box 20,20 80,80', 'ellipse 50,50 30x30 0°').select('made-2').press('Ctrl+[')
  user.expectShapes('ellipse 50,50 30x30 0°', 'box 20,20 80,80')
  user.press('Ctrl+]').expectShapes('box 20,20 80,80', 'ellipse 50,50 30x30 0°')
})

test('an object is locked, hidden, copied and zoomed to by keys', async () => {
  const user = (await TestDriver.open()).tool('rectangle')
  user.drag([[40, 30], [80, 50]]).tool('select').select('made-1') // biome-ignore format: a box
  user.press('Alt+L').press('Delete')
  assert.match(JSON.stringify(user.session.notices.notices[0]), /object\.isLocked/)
  user.drag([[60, 40], [100, 60]]).expectShapes('box 40,30 80,50') // biome-ignore format: a way
  user.select('made-1').press('Alt+L').drag([[60, 40], [100, 60]]).expectShapes('box 80,50 120,70') // biome-ignore format: a way
  user.press('Ctrl+D').expectSelected('made-2').press('Ctrl+C').press('Ctrl+V').expectSelected('made-3')
  user.session.undo()
  user.session.undo()
  const before = user.editor.camera.scale
  user.select('made-1').press('.')
  assert.ok(user.editor.camera.scale > before)
  user.press('Alt+H').expectShapes().press('Alt+Shift+H').expectShapes('box 80,50 120,70')
})
