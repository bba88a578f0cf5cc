import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { putBox, setBox } from '../../../test/web/desk/operations.ts'
import { type AnnotatedDocument, emptyDocument, IMAGE_VIEW, type Track } from '../../model/document/document.ts'
import { flatAt } from '../../model/document/interpolate.ts'
import type { DocumentOperation } from '../../model/document/operations/documentOperation.ts'
import { applyOperations } from '../../model/document/operations/operations.ts'
import * as edits from './trackEdits.ts'

const FRAMES = 10

const after = (document: AnnotatedDocument, operations: readonly DocumentOperation[]) =>
  applyOperations(document, operations)

/** A box with a keyframe at each of these frames, at the place of the same number. */
function boxAt(...frames: number[]): { document: AnnotatedDocument; track: Track } {
  const [first, ...others] = frames
  const operations = [putBox('a', first, first), ...others.map((frame) => setBox('a', frame, frame))]
  const document = after(emptyDocument('video2d', FRAMES), operations)
  return { document, track: document.tracks.get('a')! }
}

/** Left edges over the frames, in tenths; null where it is absent. */
function lefts(document: AnnotatedDocument, id = 'a'): (number | null)[] {
  const path = document.tracks.get(id)?.views.get(IMAGE_VIEW)
  return Array.from({ length: FRAMES }, (_, frame) => {
    const shape = path && flatAt(path, frame)?.shape
    return shape?.type === 'rectangle' ? Math.round(shape.left * 100) / 10 : null
  })
}

const keyFrames = (document: AnnotatedDocument, id = 'a') =>
  document.tracks
    .get(id)!
    .views.get(IMAGE_VIEW)!
    .keys.map((key) => (key.kind === 'out' ? `out ${key.frame}` : key.frame))

test('K makes what is interpolated a keyframe, and takes one away again', () => {
  const { document, track } = boxAt(0, 8)
  const made = after(document, edits.toggleKeyFrame(track, 4))
  assert.deepEqual([keyFrames(made), lefts(made)], [[0, 4, 8], lefts(document)])
  assert.deepEqual(keyFrames(after(made, edits.toggleKeyFrame(made.tracks.get('a')!, 4))), [0, 8])
})

test('the only keyframe of an object cannot be taken away', () => {
  const { track } = boxAt(3)
  assert.deepEqual(edits.toggleKeyFrame(track, 3), [])
  assert.deepEqual(edits.toggleOut(track, 3), [])
})

test('an object that goes out of view is back at its next keyframe, and where one calls it back', () => {
  const { document, track } = boxAt(0, 6)
  const gone = after(document, edits.toggleOut(track, 2))
  assert.deepEqual(lefts(gone), [0, 0, null, null, null, null, 6, 6, 6, 6])
  const back = after(gone, edits.toggleOut(gone.tracks.get('a')!, 4))
  assert.deepEqual(lefts(back), [0, 0, null, null, 0, 3, 6, 6, 6, 6])
})

test('an object that has ended has no later keyframes', () => {
  const { document, track } = boxAt(0, 4, 8)
  assert.deepEqual(keyFrames(after(document, edits.endTrack(track, 5))), [0, 4, 'out 5'])
})

test('hidden holds up to the next keyframe', () => {
  const { document, track } = boxAt(0, 6)
  const hidden = after(document, edits.toggleHidden(track, 2))
  const path = hidden.tracks.get('a')!.views.get(IMAGE_VIEW)!
  const shown = Array.from({ length: 8 }, (_, frame) => flatAt(path, frame)?.hidden)
  assert.deepEqual(shown, [false, false, true, true, true, true, false, false])
})

test('a keyframe that is dragged stops before its neighbours', () => {
  const { document, track } = boxAt(0, 4, 8)
  assert.deepEqual(keyFrames(after(document, edits.moveKey(track, 4, 6, FRAMES))), [0, 6, 8])
  assert.deepEqual(keyFrames(after(document, edits.moveKey(track, 4, 20, FRAMES))), [0, 7, 8])
  assert.deepEqual(keyFrames(after(document, edits.moveKey(track, 8, 20, FRAMES))), [0, 4, 9])
  assert.deepEqual(edits.moveKey(track, 3, 5, FRAMES), [])
})

test('propagating forwards holds the shape up to the next keyframe, and leaves what is beyond', () => {
  const { document, track } = boxAt(0, 6)
  const end = edits.propagationEnd(track, 2, 1, FRAMES)
  const held = after(document, edits.propagate(track, 2, end, FRAMES))
  assert.deepEqual(lefts(held), [0, 1, 2, 2, 2, 2, 6, 6, 6, 6])
})

test('propagating an object of one frame makes no more of it than was asked for', () => {
  const { document, track } = boxAt(4)
  const single = after(document, edits.endTrack(track, 5))
  const spread = after(single, edits.propagate(single.tracks.get('a')!, 4, 6, FRAMES))
  assert.deepEqual(lefts(spread), [null, null, null, null, 4, 4, 4, null, null, null])
  const back = after(spread, edits.propagate(spread.tracks.get('a')!, 4, 1, FRAMES))
  assert.deepEqual(lefts(back), [null, 4, 4, 4, 4, 4, 4, null, null, null])
})

test('a split object shows the same shapes as before, under two ids, and merged again under one', () => {
  const keyed = fc.uniqueArray(fc.nat(FRAMES - 1), { minLength: 1, maxLength: 4 }).map((f) => f.sort((a, b) => a - b))
  fc.assert(
    fc.property(keyed, fc.nat(FRAMES - 1), (frames, at) => {
      const { document, track } = boxAt(...frames)
      const operations = edits.splitTrack(track, at, 'b')
      if (at <= frames[0]) {
        assert.deepEqual(operations, [])
        return
      }
      const split = after(document, operations)
      const both = lefts(split).map((left, frame) => (frame < at ? left : lefts(split, 'b')[frame]))
      assert.deepEqual(lefts(split, 'b').slice(0, at), Array(at).fill(null))
      assert.deepEqual(both, lefts(document))
      const merged = after(split, edits.mergeTracks(split.tracks.get('b')!, split.tracks.get('a')!))
      assert.equal(merged.tracks.size, 1)
      assert.deepEqual(lefts(merged), lefts(document))
    }),
  )
})
