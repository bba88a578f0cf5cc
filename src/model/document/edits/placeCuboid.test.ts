import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cuboid } from '../../../geometry/cuboid.ts'
import { identityQuaternion } from '../../../geometry/quaternion.ts'
import { emptyDocument, type Track } from '../document.ts'
import { withTrack } from '../edit.ts'
import { cuboidAt } from '../interpolate.ts'
import { applyEdits } from '../operations/operations.ts'
import type { Rectangle } from '../shape.ts'
import { boxTrack, cameraTrack } from '../testTracks.ts'
import { absentIn, interpolatedIn } from './cuboidFrames.ts'
import { goneAt, goneFrom } from './goneEverywhere.ts'
import { adjustedBox, dismissedBox } from './linkBox.ts'
import { BY_HAND, isPersons, placedAt, sizedAlike, stationaryToggledAt } from './placeCuboid.ts'
import { changesBetween } from './trackChange.ts'
import { endToggled, keyMoved, keyRemoved, keyToggled } from './trackKeys.ts'

const FRAMES = 10
const box = (x: number, length = 4): Cuboid => ({
  position: { x, y: 0, z: 1 },
  heading: identityQuaternion,
  dimensions: { length, width: 2, height: 1.5 },
})
const track = (): Track => placedAt(boxTrack('t', 'car', 2, box(0), ['cam']), 6, box(8), BY_HAND)
const xAt = (t: Track | null, frame: number) => (t && cuboidAt(t, frame)?.shape.position.x) ?? null

function check(before: Track | null, after: Track | null) {
  const empty = emptyDocument('cuboid3d_linked2d', FRAMES)
  const document = before ? withTrack(empty, before) : empty
  const operations = changesBetween(before, after)
  const result = applyEdits(document, JSON.parse(JSON.stringify(operations)))
  const { number: _, ...made } = result.tracks.get('t') ?? { number: 0 }
  assert.deepEqual(made, after ?? {})
  return operations
}

test('every edit of a track can be said as operations that lead to the same track', () => {
  const t = track()
  check(null, t)
  check(t, null)
  for (const edited of [
    placedAt(t, 4, box(3, 5), BY_HAND),
    placedAt(t, 4, box(3, 5), { source: 'manual', sizeOfFrame: true }),
    keyToggled(t, 4),
    keyToggled(t, 6),
    endToggled(t, 8),
    absentIn(t, [3, 4], FRAMES),
    interpolatedIn(t, [5, 6, 7]),
    stationaryToggledAt(t, 4),
  ]) {
    assert.ok(edited)
    check(t, edited)
  }
})

test('a change of one frame sends that frame alone', () => {
  const t = track()
  const [operation, ...others] = check(t, placedAt(t, 4, box(3), BY_HAND))
  assert.equal(others.length, 0)
  assert.ok(operation.type === 'setKeys' && operation.first === 4 && operation.last === 4)
  assert.deepEqual(changesBetween(t, t), [])
})

test('between keyframes the box moves evenly; K makes a keyframe there, and removes it again', () => {
  const t = track()
  assert.equal(xAt(t, 4), 4)
  const keyed = keyToggled(t, 4)
  assert.equal(keyed?.cuboid?.keys.length, 3)
  assert.deepEqual(keyToggled(keyed!, 4), t)
  assert.equal(keyToggled(t, 0), null)
  assert.equal(keyRemoved(boxTrack('t', 'car', 2, box(0)), null, 2), null)
})

test('resizing changes the size along the whole track, or of one frame when asked', () => {
  const whole = placedAt(track(), 4, box(4, 5), BY_HAND)
  assert.equal(cuboidAt(whole, 2)?.shape.dimensions.length, 5)
  const one = placedAt(track(), 4, box(4, 5), { source: 'manual', sizeOfFrame: true })
  assert.deepEqual(
    [2, 4, 6].map((f) => cuboidAt(one, f)?.shape.dimensions.length),
    [4, 5, 4],
  )
})

test('the size of a frame can be made that of all frames', () => {
  const one = placedAt(track(), 4, box(4, 5), { source: 'manual', sizeOfFrame: true })
  for (const [at, length] of [
    [2, 4],
    [4, 5],
  ]) {
    const alike = sizedAlike(one, at)
    assert.deepEqual(
      [2, 4, 6].map((f) => alike && cuboidAt(alike, f)?.shape.dimensions.length),
      [length, length, length],
    )
  }
  assert.equal(sizedAlike(track(), 4), null)
})

test('O ends the object at this frame, and pressed again continues it', () => {
  const ended = endToggled(track(), 8)
  assert.equal(xAt(ended, 7), 8)
  assert.equal(xAt(ended, 8), null)
  assert.equal(xAt(endToggled(ended!, 8), 9), 8)
  assert.equal(endToggled(track(), 2), null)
  // Up to there it moves as before.
  const early = endToggled(track(), 5)
  assert.deepEqual(
    [2, 3, 4, 5].map((f) => xAt(early, f)),
    [0, 2, 4, null],
  )
})

test('deleting some frames leaves all others as they were', () => {
  const before = track()
  for (const frames of [[3, 4], [5], [4, 6]]) {
    const after = absentIn(before, frames, FRAMES)
    for (let f = 0; f < FRAMES; f++) {
      assert.equal(xAt(after, f), frames.includes(f) ? null : xAt(before, f), `${frames}: frame ${f}`)
    }
  }
  const gone = absentIn(before, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], FRAMES)
  assert.equal(gone, null)
  const first = absentIn(before, [2], FRAMES)
  assert.deepEqual(
    [2, 3, 9].map((f) => xAt(first, f)),
    [null, 2, 8],
  )
})

test('an object that is deleted in one frame, or from one on, vanishes there from camera images too', () => {
  const rectangle: Rectangle = { type: 'rectangle', left: 0.1, top: 0.1, right: 0.3, bottom: 0.4 }
  const adjusted = [3, 5, 8].reduce((t, frame) => adjustedBox(t, 'cam', frame, rectangle), track())
  const onCamera = (t: Track | null) => t?.views.get('cam')?.keys.map(({ frame }) => frame)
  const here = goneAt(adjusted, 5, FRAMES)
  check(adjusted, here)
  assert.deepEqual([xAt(here, 4), xAt(here, 5), onCamera(here)], [4, null, [3, 8]])
  const onward = goneFrom(adjusted, 5)
  check(adjusted, onward)
  assert.deepEqual([xAt(onward, 4), xAt(onward, 5), onCamera(onward)], [4, null, [3]])
  // Two cameras see what no lidar does: it moves on both of them up to the frame.
  const right: Rectangle = { ...rectangle, left: 0.5, right: 0.7 }
  const both = [
    ...cameraTrack('t', 'car', 'left', 2, rectangle).views,
    ...cameraTrack('t', 'car', 'right', 2, rectangle).views,
  ]
  const seen = adjustedBox(
    { ...cameraTrack('t', 'car', 'left', 2, rectangle), views: new Map(both) },
    'right',
    6,
    right,
  )
  const framesOn = (t: Track | null, id: string) =>
    t?.views.get(id)?.keys.map(({ kind, frame }) => (kind === 'out' ? -frame : frame))
  check(seen, goneFrom(seen, 5))
  assert.deepEqual(framesOn(goneFrom(seen, 5), 'right'), [2, 4, -5])
  assert.deepEqual(framesOn(goneFrom(seen, 5), 'left'), [2, -5])
  check(seen, goneAt(seen, 4, FRAMES))
  assert.deepEqual(framesOn(goneAt(seen, 4, FRAMES), 'right'), [2, 3, -4, 5, 6])
  assert.deepEqual(framesOn(goneAt(seen, 2, FRAMES), 'right'), [3, 6])
})

test('a stationary object has one pose, which an edit changes everywhere; when it moves again, it keeps keyframes of it', () => {
  const still = stationaryToggledAt(track(), 4)!
  assert.deepEqual(
    [2, 6, 9].map((f) => xAt(still, f)),
    [4, 4, 4],
  )
  const moved = placedAt(still, 9, box(11), BY_HAND)
  assert.deepEqual(
    [2, 6, 9].map((f) => xAt(moved, f)),
    [11, 11, 11],
  )
  const sources = still.cuboid?.keys.map((key) => (key.kind === 'shape' ? key.source : null))
  assert.deepEqual(new Set(sources), new Set(['manual']), 'a machine made none of it any more')
  const freed = stationaryToggledAt(moved, 5)!
  assert.equal(freed.stationary, false)
  assert.deepEqual(
    [2, 6].map((f) => xAt(freed, f)),
    [11, 11],
  )
  assert.equal(xAt(placedAt(freed, 6, box(20), BY_HAND), 2), 11)
})

test('a keyframe that is dragged stays between its neighbours', () => {
  const t = track()
  check(t, keyMoved(t, null, 6, 8, FRAMES))
  const framesOf = (moved: Track) => moved.cuboid?.keys.map(({ frame }) => frame)
  assert.deepEqual(framesOf(keyMoved(t, null, 6, 8, FRAMES)), [2, 8])
  assert.deepEqual(framesOf(keyMoved(t, null, 6, 0, FRAMES)), [2, 3])
  assert.deepEqual(framesOf(keyMoved(t, null, 5, 0, FRAMES)), [2, 6])
})

test('keys of a box on a camera are dragged and removed in its own row', () => {
  const shape: Rectangle = { type: 'rectangle', left: 0.1, top: 0.1, right: 0.3, bottom: 0.4 }
  const adjusted = adjustedBox(dismissedBox(track(), 'cam', 5), 'cam', 3, shape)
  const framesOf = (t: Track | null) => t?.views.get('cam')?.keys.map(({ frame }) => frame)
  const moved = keyMoved(adjusted, 'cam', 3, 8, FRAMES)
  check(adjusted, moved)
  assert.deepEqual(framesOf(moved), [4, 5])
  assert.deepEqual(moved.cuboid, adjusted.cuboid)
  const removed = keyRemoved(adjusted, 'cam', 5)!
  check(adjusted, removed)
  assert.deepEqual(framesOf(removed), [3])
  const alone = cameraTrack('t', 'car', 'cam', 3, shape)
  assert.equal(keyRemoved(alone, null, 3), null)
  assert.deepEqual(framesOf(keyMoved(alone, null, 3, 7, FRAMES)), [7])
})

test('an object that only a camera sees has keyframes, moves between them and ends, like a cuboid', () => {
  const at = (left: number): Rectangle => ({ type: 'rectangle', left, top: 0.1, right: left + 0.2, bottom: 0.4 })
  const first = cameraTrack('t', 'car', 'cam', 2, at(0.1))
  const both = adjustedBox(first, 'cam', 6, at(0.5))
  const framesOf = (t: Track | null) =>
    t?.views.get('cam')?.keys.map(({ kind, frame }) => (kind === 'out' ? -frame : frame))
  const keyed = keyToggled(both, 4)
  check(both, keyed)
  assert.deepEqual(framesOf(keyed), [2, 4, 6])
  const between = keyed?.views.get('cam')?.keys[1]
  assert.ok(
    between?.kind === 'shape' && between.shape.type === 'rectangle' && Math.abs(between.shape.left - 0.3) < 1e-12,
  )
  assert.deepEqual(framesOf(keyToggled(keyed!, 4)), [2, 6])
  const ended = endToggled(both, 5)
  check(both, ended)
  assert.deepEqual(framesOf(ended), [2, 4, -5])
  assert.deepEqual(framesOf(endToggled(ended!, 5)), [2, 4])
  assert.equal(keyToggled(first, 2), null)
  assert.equal(keyToggled(first, 0), null)
  assert.equal(endToggled(first, 2), null)
})

test('a machine can tell which boxes are a person’s', () => {
  const t = placedAt(track(), 8, box(1), { source: 'propagated', sizeOfFrame: false })
  assert.deepEqual(
    [2, 4, 8].map((f) => isPersons(t, f)),
    [true, false, false],
  )
})
