import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_CLASS } from '../../../test/web/desk/desk.ts'
import { TestDriver } from '../../../test/web/desk/driver.ts'
import type { GeometryKind } from '../../model/annotationType.ts'
import { fittingClasses, giveClass } from './giveClass.ts'

const named = (name: string, ...geometries: GeometryKind[]) => ({ ...SAMPLE_CLASS, classId: name, name, geometries })
const CLASSES = [
  named('car', 'rectangle', 'polygon'),
  named('bus', 'rectangle'),
  named('road', 'polygon', 'mask'),
  named('wheel', 'ellipse'),
]

async function withBox(): Promise<TestDriver> {
  const user = (await TestDriver.open({ classes: CLASSES })).tool('rectangle')
  return user.drag([
    [10, 10],
    [40, 40],
  ])
}

const classOf = ({ session }: TestDriver, id = 'made-1') => session.document.tracks.get(id)?.classId

test('right after drawing, a class is for the next object: what was drawn keeps its own', async () => {
  const user = await withBox()
  assert.deepEqual(giveClass(user.session, 'bus'), { changed: 0, kept: 0 })
  assert.deepEqual([classOf(user), user.session.currentClassId], ['car', 'bus'])
})

test('a selected object gets the class, and the next one keeps the class it had', async () => {
  const user = (await withBox()).select('made-1')
  assert.deepEqual(giveClass(user.session, 'bus'), { changed: 1, kept: 0 })
  assert.deepEqual([classOf(user), user.session.currentClassId], ['bus', 'car'])
  user.session.undo()
  assert.deepEqual([classOf(user), user.session.currentClassId], ['car', 'car'])
})

test('with the selection tool active, what was drawn last is selected like any other', async () => {
  const user = (await withBox()).tool('select')
  assert.deepEqual(giveClass(user.session, 'bus'), { changed: 1, kept: 0 })
})

test('with a new drawing tool a class is for the next object; after a selection, the object gets it', async () => {
  const user = (await withBox()).tool('select').click(25, 25).expectSelected('made-1').tool('rectangle')
  assert.deepEqual(giveClass(user.session, 'bus'), { changed: 0, kept: 0 })
  assert.deepEqual([classOf(user), user.session.currentClassId], ['car', 'bus'])
  user.select('made-1')
  assert.deepEqual(giveClass(user.session, 'bus'), { changed: 1, kept: 0 })
})

test('with a drawing tool active, undo restores an object with no other class than its own', async () => {
  const user = (await withBox()).press('Delete').expectShapes()
  user.session.undo()
  assert.deepEqual(giveClass(user.expectSelected('made-1').session, 'bus'), { changed: 0, kept: 0 })
  assert.deepEqual([classOf(user), user.session.currentClassId], ['car', 'bus'])
})

test('an object keeps its class rather than become one that has no such form', async () => {
  const user = (await withBox()).select('made-1')
  assert.deepEqual(giveClass(user.session, 'wheel'), { changed: 0, kept: 1 })
  assert.deepEqual([classOf(user), user.session.currentClassId], ['car', 'wheel'])
  user.session.undo()
  user.expectShapes()
})

test('the class changes for those of several selected objects that may have it', async () => {
  const user = await withBox()
  user.tool('polygon').click(60, 20).click(90, 20).click(80, 60).press('Enter').select('made-1', 'made-2')
  assert.deepEqual(giveClass(user.session, 'road'), { changed: 1, kept: 1 })
  assert.deepEqual([classOf(user), classOf(user, 'made-2')], ['car', 'road'])
})

test('a stroke of the brush after another class was chosen is another object', async () => {
  const user = (await TestDriver.open({ classes: [named('road', 'mask'), named('sky', 'mask')] })).tool('brush')
  user.drag([
    [10, 10],
    [40, 10],
  ])
  giveClass(user.session, 'sky')
  user.drag([
    [10, 60],
    [40, 60],
  ])
  assert.deepEqual([classOf(user), classOf(user, 'made-2')], ['road', 'sky'])
})

test('undo of a deletion selects again what it brings back', async () => {
  const user = (await withBox()).tool('select').select('made-1').press('Delete').expectShapes().expectSelected()
  user.session.undo()
  user.expectSelected('made-1')
})

test('classes are offered that all the objects may have', async () => {
  const user = await withBox()
  const tracks = () => [...user.session.document.tracks.values()]
  const offered = () => fittingClasses(user.session.job.tag, tracks()).map(({ name }) => name)
  assert.deepEqual(offered(), ['car', 'bus'])
  user.tool('polygon').click(60, 20).click(90, 20).click(80, 60).press('Enter')
  assert.deepEqual(offered(), ['car'])
})

test('an object whose class was changed and changed back has the attributes that it had', async () => {
  const attribute = { type: 'select' as const, required: false, default: null, per: 'object' as const }
  const car = { ...named('car', 'rectangle'), attributes: [{ ...attribute, name: 'doors', options: ['two', 'four'] }] }
  const user = (await TestDriver.open({ classes: [car, named('bus', 'rectangle')] })).tool('rectangle')
  user.drag([
    [10, 10],
    [40, 40],
  ])
  user.session.execute('edit.attribute', [
    { type: 'setObjectAttribute', trackId: 'made-1', name: 'doors', value: 'four' },
  ])
  user.tool('select').select('made-1')
  giveClass(user.session, 'bus')
  assert.equal(user.session.document.tracks.get('made-1')?.attributes.size, 0)
  giveClass(user.session, 'car')
  assert.deepEqual([...(user.session.document.tracks.get('made-1')?.attributes ?? [])], [['doors', 'four']])
})

test('a class brings along a tool that makes its form, unless something is being drawn', async () => {
  const user = await withBox()
  giveClass(user.session, 'wheel')
  user.expectToBeIn('ellipse.idle')
  giveClass(user.session, 'car')
  user.expectToBeIn('rectangle.idle').pointerDown(50, 50).pointerMove(60, 60)
  giveClass(user.session, 'wheel')
  user.expectToBeIn('rectangle.drawing').pointerUp().expectShapes('box 10,10 40,40', 'box 50,50 60,60')
  user.tool('select')
  giveClass(user.session, 'road')
  user.expectToBeIn('select.idle')
})

test('Escape clears the selection while a drawing tool is active, once nothing is being drawn', async () => {
  const user = await withBox()
  user.pointerDown(50, 50).pointerMove(60, 60).press('Esc').expectSelected('made-1')
  user.pointerUp().press('Esc').expectSelected().expectToBeIn('rectangle.idle')
})
