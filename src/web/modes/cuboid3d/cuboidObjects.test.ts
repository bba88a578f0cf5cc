import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CuboidDesk } from '../../../../test/web/desk/cuboidDesk.ts'
import { t } from '../../../../test/web/desk/sceneDesk.ts'
import { STREET_CAR, STREET_PERSON, streetSample } from '../../../../test/web/streetPayload.ts'
import { distance } from '../../../geometry/vec3.ts'
import { placedAt } from '../../../model/document/edits/placeCuboid.ts'
import { boxTrack } from '../../../model/document/testTracks.ts'
import { boxWords } from './boxWords.ts'

/** What keys do to whole objects at the real editor. */

const TAKEN_ALONG = { source: 'propagated', sizeOfFrame: false } as const
const { street } = await streetSample()
const [FIRST, SECOND] = street.frames[0].truth.map(({ cuboid }) => cuboid)
const BOXES = [boxTrack('a', STREET_CAR, 0, FIRST), boxTrack('b', STREET_PERSON, 0, SECOND)]
const TWO = await streetSample({ tracks: BOXES })
/** Drawn in the first frame and taken along to the last. */
const CARRIED = await streetSample({
  tracks: BOXES.map((track, i) => placedAt(track, 3, [FIRST, SECOND][i], TAKEN_ALONG)),
})

const selectedIn = ({ session }: CuboidDesk) => [...session.selection]
const tracksIn = ({ session }: CuboidDesk) => [...session.document.tracks.values()]

test('a cuboid is copied next to itself, and to the same place in another frame; each paste is one step of undo', () =>
  CuboidDesk.at(TWO, (desk) => {
    desk.session.select(['a'])
    desk.press('Ctrl+D')
    const [, , { id, classId }] = tracksIn(desk)
    assert.equal(classId, STREET_CAR)
    const [original, duplicate] = [desk.firstBox('a'), desk.firstBox(id)]
    assert.deepEqual(duplicate.dimensions, original.dimensions)
    const away = distance(original.position, duplicate.position)
    assert.ok(Math.abs(away - original.dimensions.width - 0.5) < 1e-6, `${away} m away`)
    assert.deepEqual(selectedIn(desk), [id])

    desk.session.select(['a'])
    desk.press('Ctrl+C', 'Right', 'Ctrl+V')
    const pasted = tracksIn(desk)[3]
    assert.deepEqual(desk.keyFrames(pasted.id), [1])
    assert.deepEqual(desk.firstBox(pasted.id).position, original.position)
    desk.press('Ctrl+Z', 'Ctrl+Z')
    assert.equal(tracksIn(desk).length, 2)
  }))

test('objects are hidden, shown alone and locked; a locked object can be neither moved nor deleted', () =>
  CuboidDesk.at(TWO, (desk) => {
    const concealed = () => [...desk.session.concealed]
    desk.session.select(['a'])
    for (const [key, hidden] of [
      ['Alt+H', ['a']],
      ['Alt+Shift+H', []],
      ['Alt+I', ['b']],
      ['Alt+I', []],
    ] as const) {
      desk.press(key)
      assert.deepEqual(concealed(), hidden, key)
    }
    const before = tracksIn(desk)
    desk.press('Alt+L', 'W', 'Delete', 'C')
    assert.deepEqual(tracksIn(desk), before)
    assert.match(desk.said, /^car \d+ is locked\. Unlock it to edit it\.$/)
    desk.press('Alt+L', 'Delete')
    assert.deepEqual(
      tracksIn(desk).map(({ id }) => id),
      ['b'],
    )
  }))

test('several objects are taken along together to the end of the sequence, in one step of undo', () =>
  CuboidDesk.at(TWO, async (desk) => {
    const { session } = desk
    desk.press('Ctrl+A', 'Ctrl+Right')
    await desk.untilSaid(/^Propagated 2 objects over/)
    const reached = ['a', 'b'].map((id) => Math.max(...desk.keyFrames(id)))
    assert.equal(Math.max(...reached), session.document.frameCount - 1, `${reached}`)
    desk.press('Ctrl+Z')
    assert.equal(session.canUndo, false)
  }))

test('Delete takes an object out of all frames, of this one or from here on, says so, and undo selects it again', () =>
  CuboidDesk.at(CARRIED, (desk) => {
    desk.session.select(['a'])
    desk.press('Delete')
    assert.match(desk.said, /deleted.* in all 4 frames/)
    assert.deepEqual(
      tracksIn(desk).map(({ id }) => id),
      ['b'],
    )
    desk.press('Ctrl+Z')
    assert.deepEqual(selectedIn(desk), ['a'])

    desk.press('Right', 'Shift+Delete')
    assert.match(desk.said, /frame 1\b/)
    assert.deepEqual(
      [desk.keyFrames('a'), desk.keyFrames('b')],
      [
        [0, -1, 2, 3],
        [0, 3],
      ],
    )
    desk.press('Ctrl+Z', 'Ctrl+Delete')
    assert.match(desk.said, /from frame 1 on/)
    assert.deepEqual(
      [desk.keyFrames('a'), desk.keyFrames('b')],
      [
        [0, -1],
        [0, 3],
      ],
    )
  }))

test('a propagated object that is made stationary is no longer shown as propagated', () =>
  CuboidDesk.at(CARRIED, (desk) => {
    const words = () => {
      const box = desk.editor.selectedBox()
      return box && t.of(boxWords(box, desk.editor.frame))
    }
    desk.session.select(['a'])
    desk.press('End')
    assert.equal(words(), 'Keyframe, propagated')
    desk.press('Y')
    assert.notEqual(words(), 'Keyframe, propagated')
    assert.equal(desk.track('a').stationary, true)
  }))
