import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../../test/web/desk/driver.ts'

/** A polygon through these corners. */
function polygon(user: TestDriver, ...corners: [number, number][]): TestDriver {
  user.tool('polygon')
  for (const [x, y] of corners) user.click(x, y)
  return user.press('Enter')
}

const withBox = async (left = 20, right = 60) =>
  polygon(await TestDriver.open(), [left, 20], [right, 20], [right, 60], [left, 60])

test('a line splits a polygon into two objects, in one step of undo', async () => {
  const user = (await withBox()).tool('slice').click(30, 10).expectToBeIn('slice.drawing').click(30, 70)
  user.expectShapes('polygon 30,20 60,20 60,60 30,60', 'polygon 20,20 30,20 30,60 20,60')
  assert.equal(user.session.selection.size, 2)
  user.session.undo()
  user.expectShapes('polygon 20,20 60,20 60,60 20,60')
})

test('a line that ends inside cuts nothing, and a notice says so', async () => {
  const user = (await withBox()).tool('slice').click(30, 10).click(30, 40)
  user.expectShapes('polygon 20,20 60,20 60,60 20,60')
  assert.match(JSON.stringify(user.session.notices.notices), /image\.nothingSliced/)
})

test('two adjacent polygons become one, and the border between them vanishes', async () => {
  const user = polygon(await withBox(20, 60), [60, 20], [100, 20], [100, 60], [60, 60])
  const ids = [...user.session.document.tracks.keys()]
  user
    .tool('select')
    .select(...ids)
    .press('Shift+J')
    .expectSelected(ids[0])
  const [shown, ...others] = user.editor.shapes.all()
  assert.equal(others.length, 0)
  assert.deepEqual(shown.bounds, { left: 20, top: 20, right: 100, bottom: 60 })
})

test('objects of two classes are not joined, and a notice says why', async () => {
  const other = { ...SAMPLE_CLASS, classId: 'road', name: 'road' }
  const user = await TestDriver.open({ classes: [SAMPLE_CLASS, other] })
  polygon(user, [20, 20], [60, 20], [60, 60])
  user.session.select([])
  user.session.setCurrentClass('road')
  polygon(user, [60, 20], [100, 20], [100, 60])
  user
    .tool('select')
    .select(...user.session.document.tracks.keys())
    .press('Shift+J')
  assert.equal(user.session.document.tracks.size, 2)
  assert.match(JSON.stringify(user.session.notices.notices), /join\.OTHER_CLASS/)
})

test('a hole is filled; without one a notice says so', async () => {
  const user = await withBox()
  user.select('made-1').tool('polygon').click(30, 30, { alt: true }).click(40, 30).click(40, 40).press('Enter')
  user.expectShapes('polygon 20,20 60,20 60,60 20,60 | 30,30 40,30 40,40')
  user.tool('select').select('made-1').press('Shift+F').expectShapes('polygon 20,20 60,20 60,60 20,60')
  user.press('Shift+F')
  assert.match(JSON.stringify(user.session.notices.notices), /image\.noHoles/)
})

test('a polygon becomes a mask of the pixels it covers, and a polygon again', async () => {
  const user = (await withBox()).tool('select').select('made-1').press('Shift+M').expectShapes('mask 1600 px')
  user.press('Shift+M')
  const [shown] = user.editor.shapes.all()
  assert.equal(shown.shape.type, 'polygon')
  assert.deepEqual(shown.bounds, { left: 20, top: 20, right: 60, bottom: 60 })
})

test('masks are joined, and a class without polygons keeps its mask', async () => {
  const user = polygon(await withBox(20, 60), [50, 20], [100, 20], [100, 60], [50, 60])
  const ids = [...user.session.document.tracks.keys()]
  user
    .tool('select')
    .select(...ids)
    .press('Shift+M')
    .expectShapes('mask 1600 px', 'mask 2000 px')
  user.press('Shift+J').expectShapes('mask 3200 px')
  const masks = { ...SAMPLE_CLASS, geometries: ['mask', 'rectangle'] as const }
  const only = (await TestDriver.open({ classes: [masks] })).tool('brush').click(50, 50).tool('select')
  const [mask] = only.editor.shapes.all()
  only.select(mask.trackId).press('Shift+M')
  assert.equal(only.editor.shapes.all()[0].shape.type, 'mask')
  assert.match(JSON.stringify(only.session.notices.notices), /image\.cannotConvert/)
})

test('a video has none of these: one frame alone would change its kind', async () => {
  const user = await TestDriver.open({ frames: 3 })
  assert.throws(() => user.press('Shift+M'), /nothing is on/)
  assert.equal(
    user.session.tools.some(({ id }) => id === 'slice'),
    false,
  )
})
