import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { STREET_CAR, streetSample } from '../../../../test/web/streetPayload.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'
import { heldTracks } from '../../document/heldFrames.ts'
import { endAllHeld, propagateAllHeld } from '../../document/heldObjects.ts'
import { objectRows } from '../../document/objectRows.ts'

const plain = await streetSample()
const [CAR, OTHER] = plain.street.frames[0].truth
  .filter(({ label }) => label === 'car')
  .toSorted((a, b) => b.pointCount - a.pointCount)
const SAMPLE = await streetSample({
  tracks: [boxTrack('a', STREET_CAR, 0, CAR.cuboid), boxTrack('b', STREET_CAR, 1, OTHER.cuboid)],
})

test('a box with one keyframe is held from the next frame on: drawn so, and counted in the list', () =>
  CuboidDesk.at(SAMPLE, async (desk) => {
    const { editor, session } = desk
    const heldIn = () => objectRows(session, '–').map(({ heldFrames }) => heldFrames)
    assert.deepEqual(heldIn(), [3, 2])
    assert.deepEqual([editor.boxOf('a', 0)?.held, editor.boxOf('a', 1)?.held], [false, true])
    assert.notEqual(editor.boxOf('a', 1)?.color, editor.boxOf('a', 0)?.color)
    session.select(['a'])
    desk.press('Right', 'Right', 'K')
    await desk.loaded()
    assert.deepEqual(heldIn(), [1, 2])
    assert.equal(editor.boxOf('a', 1)?.held, false, 'between keyframes it is not held')
  }))

test('all that is held is ended in one step of undo', () =>
  CuboidDesk.at(SAMPLE, (desk) => {
    const { session } = desk
    assert.equal(endAllHeld(session), true)
    assert.deepEqual(
      [desk.keyFrames('a'), desk.keyFrames('b')],
      [
        [0, -1],
        [1, -2],
      ],
    )
    assert.deepEqual(heldTracks(session.document), [])
    desk.press('Ctrl+Z')
    assert.deepEqual([desk.keyFrames('a'), desk.keyFrames('b')], [[0], [1]])
  }))

test('all that is held is propagated from where each was placed last, in one step of undo', () =>
  CuboidDesk.at(SAMPLE, async (desk) => {
    const { session, editor } = desk
    assert.equal(propagateAllHeld(session), true)
    await desk.until(() => !editor.task.isRunning && desk.keyFrames('a').length > 1 && desk.keyFrames('b').length > 1)
    assert.ok(desk.keyFrames('a').includes(1))
    assert.ok(desk.keyFrames('b').includes(2))
    desk.press('Ctrl+Z')
    assert.deepEqual([desk.keyFrames('a'), desk.keyFrames('b')], [[0], [1]])
  }))

const PARKED = await streetSample({
  tracks: [
    { ...boxTrack('a', STREET_CAR, 0, CAR.cuboid), stationary: true },
    boxTrack('b', STREET_CAR, 1, OTHER.cuboid),
  ],
})

test('a stationary object stays held until one act confirms it in all frames, where it is', () =>
  CuboidDesk.at(PARKED, (desk) => {
    const { session } = desk
    const held = () => heldTracks(session.document).map(({ id }) => id)
    const { cuboid } = desk.editor.boxOf('a', 0)!
    session.select(['a'])
    assert.deepEqual(held(), ['a', 'b'])
    desk.press('Alt+Y')
    assert.deepEqual(held(), ['b'])
    assert.match(desk.said, /confirmed in all frames/)
    assert.deepEqual(desk.editor.boxOf('a', 3)?.cuboid, cuboid)
    desk.press('Alt+Y')
    assert.match(desk.said, /already/)
    desk.press('Ctrl+Z')
    assert.deepEqual(held(), ['a', 'b'])
    desk.press('Right', 'K')
    assert.deepEqual(desk.keyFrames('a'), [0, 1], 'K confirms one frame of it')
  }))
