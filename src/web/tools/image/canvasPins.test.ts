import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestDriver } from '../../../../test/web/desk/driver.ts'

test('while pointing, a click is a place in the image with the object there, and draws nothing', async () => {
  const driver = await TestDriver.open({ frames: 3 })
  const { session, editor } = driver
  driver.tool('rectangle').pointerDown(20, 20).pointerMove(60, 60).pointerUp()
  const [trackId] = session.selection
  session.setFrame(1)
  session.pins.beginPointing()
  assert.equal(editor.cursor, 'crosshair')
  driver.pointerDown(250, 50).pointerUp()
  assert.ok(session.pins.pointing, 'beside the image there is no place')
  driver.pointerDown(30, 50).pointerUp()
  assert.deepEqual(session.pins.place, { frame: 1, imagePoint: { x: 0.15, y: 0.5 }, trackId })
  assert.equal(session.pins.pointing, false)
  assert.equal(session.document.tracks.size, 1)
})

test('another tool ends pointing', async () => {
  const { session } = (await TestDriver.open()).tool('select')
  session.pins.beginPointing()
  session.setTool('polygon')
  assert.equal(session.pins.pointing, false)
})

test('a click on a pin opens its issue; where something is drawn, pins are not in the way', async () => {
  const driver = await TestDriver.open({ frames: 2 })
  const { pins } = driver.session
  const at = { imagePoint: { x: 0.5, y: 0.5 } }
  pins.setIssues([
    { id: 'here', place: { frame: 0, ...at }, resolved: false },
    { id: 'later', place: { frame: 1, ...at }, resolved: false },
    { id: 'done', place: { frame: 0, imagePoint: { x: 0.1, y: 0.1 } }, resolved: true },
  ])
  driver.tool('rectangle').pointerDown(100, 50).pointerMove(120, 70).pointerUp()
  assert.equal(pins.opened, null)
  assert.equal(driver.session.document.tracks.size, 1)
  driver.tool('select').pointerDown(103, 52).pointerUp()
  assert.deepEqual(pins.opened, { id: 'here', click: 1 })
  driver.pointerDown(20, 10).pointerUp()
  assert.deepEqual(pins.opened, { id: 'here', click: 1 }, 'resolved ones are hidden')
  pins.showResolved(true)
  driver.pointerDown(20, 10).pointerUp()
  assert.deepEqual(pins.opened, { id: 'done', click: 2 })
})

test('the pin that the panel leads to comes into view', async () => {
  const driver = await TestDriver.open()
  const { editor, session } = driver
  editor.zoomAt({ x: 0, y: 0 }, 10)
  session.pins.visit({ imagePoint: { x: 0.9, y: 0.9 } })
  const { scale, x, y } = editor.camera
  assert.deepEqual([180 * scale + x, 90 * scale + y].map(Math.round), [100, 50])
})
