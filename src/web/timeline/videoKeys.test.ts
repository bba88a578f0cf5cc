import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestDriver } from '../../../test/web/desk/driver.ts'

/** A video of 30 frames with one box, which moves by 80 pixels from frame 0 to frame 20. */
async function moving(): Promise<TestDriver> {
  const user = (await TestDriver.open({ frames: 30 })).tool('rectangle')
  user.drag([[20, 40], [40, 60]]).tool('select').select('made-1') // biome-ignore format: a box
  user.session.setFrame(20)
  user.drag([[30, 50], [110, 50]]).expectShapes('box 100,40 120,60') // biome-ignore format: a way
  user.session.setFrame(0)
  return user
}

/** Frames of the keys, negative where the box goes out. */
const keysOf = (user: TestDriver, trackId = 'made-1') =>
  user.session.document.tracks
    .get(trackId)
    ?.views.get('')
    ?.keys.map(({ kind, frame }) => (kind === 'out' ? -frame : frame))

/** The text of the last notice, by its id. */
function saidBy(user: TestDriver): string {
  const [{ message }] = user.session.notices.notices
  return 'id' in message ? message.id : ''
}

test('keys step by a frame, by ten, and to both ends', async () => {
  const user = await moving()
  for (let i = 0; i < 12; i++) user.press('F')
  for (let i = 0; i < 5; i++) user.press('D')
  assert.equal(user.session.frame, 7)
  user.press('Shift+F')
  assert.equal(user.session.frame, 17)
  user.press('End')
  assert.equal(user.session.frame, 29)
  user.press('Home')
  assert.equal(user.session.frame, 0)
})

test('arrows go from frame to frame with an object selected too, and move it only with Shift', async () => {
  const user = (await moving()).select('made-1')
  const before = user.session.document
  user.press('Right').press('Right').press('Left')
  assert.equal(user.session.frame, 1)
  assert.equal(user.session.document, before)
  user.expectShapes('box 24,40 44,60').press('Shift+Right').press('Ctrl+Shift+Right').expectShapes('box 35,40 55,60')
  assert.equal(user.session.frame, 1)
})

test('keys make and remove keyframes, and let objects leave and return', async () => {
  const user = (await moving()).select('made-1')
  user.session.setFrame(10)
  user.press('K')
  assert.deepEqual(keysOf(user), [0, 10, 20])
  user.press('K')
  assert.deepEqual(keysOf(user), [0, 20])
  user.press('O').expectShapes()
  assert.deepEqual(keysOf(user), [0, 9, -10, 20])
  assert.deepEqual(user.editor.selectedShapes(), [], 'what has left the view has no handles there')
  user.session.undo()
  user.press('X')
  const [, key] = user.session.document.tracks.get('made-1')!.views.get('')!.keys
  assert.ok(key.kind === 'shape' && key.hidden)
  user.press('/')
  assert.equal(user.session.document.tracks.size, 2)
})

test('a key each deletes an object in one frame, from one on or everywhere, and a notice names the frames', async () => {
  const user = await moving()
  user.session.setFrame(10)
  for (const [key, notice, keys] of [
    ['Shift+Delete', 'deleted.here', [0, 9, -10, 11, 20]],
    ['Ctrl+Delete', 'deleted.onward', [0, 9, -10]],
    ['Delete', 'deleted.everywhere', undefined],
  ] as const) {
    user.select('made-1').press(key)
    assert.deepEqual(keysOf(user), keys, key)
    assert.equal(saidBy(user), notice)
    user.session.undo()
    assert.deepEqual(keysOf(user), [0, 20])
  }
  user.select('made-1').press('O').press('Shift+Delete')
  assert.deepEqual(keysOf(user), [0, 9, -10, 20])
  assert.equal(saidBy(user), 'deleted.notHere')
})

test('playing shows every frame in order at the chosen speed, stops at the end, and then starts over', async () => {
  const user = await moving()
  const { player, session, desk } = user
  const seen: number[] = []
  session.subscribe(() => seen.at(-1) !== session.frame && seen.push(session.frame))
  session.setFrame(20)
  player.setSpeed(25)
  user.press('Shift+Space')
  assert.ok(player.isPlaying)
  await desk.clock.pass(200)
  assert.equal(session.frame, 25)
  await desk.clock.pass(1000)
  assert.deepEqual(seen, [20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
  assert.ok(!player.isPlaying)
  player.toggle()
  assert.equal(session.frame, 0)
  user.press('F')
  assert.ok(!player.isPlaying, 'a step ends it')
})
