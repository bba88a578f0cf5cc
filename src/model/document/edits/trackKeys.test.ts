import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { type AnnotatedDocument, emptyDocument, IMAGE_VIEW, type Track } from '../document.ts'
import { withTrack } from '../edit.ts'
import { flatAt } from '../interpolate.ts'
import { keyframe } from '../keyframe.ts'
import { newTrack } from '../newTrack.ts'
import type { Edit } from '../operations/documentOperation.ts'
import { applyEdits } from '../operations/operations.ts'
import type { FlatShape } from '../shape.ts'
import { attributesAt } from '../shapePath.ts'
import { absentAt } from './goneEverywhere.ts'
import { joinTracks } from './joinTracks.ts'
import { withKeys } from './paths.ts'
import { propagated, propagationEnd } from './propagate.ts'
import { splitTrack } from './splitTrack.ts'
import { changesBetween } from './trackChange.ts'
import { ended, hiddenToggled, keyMoved, keyToggled, outThrough, outToggled } from './trackKeys.ts'
import { putTracks, removeTracks } from './wholeTracks.ts'

const FRAMES = 10

/** The document after the edits that lead to this track, sent as JSON. */
function after(document: AnnotatedDocument, track: Track | null): AnnotatedDocument {
  assert.ok(track)
  const edits = changesBetween(document.tracks.get(track.id)!, track)
  const changed = applyEdits(document, JSON.parse(JSON.stringify(edits)) as Edit[])
  assert.deepEqual(changed.tracks.get(track.id), track)
  return changed
}

const boxOf = (left: number): FlatShape => ({
  type: 'rectangle',
  left: left / 10,
  top: 0.1,
  right: left / 10 + 0.1,
  bottom: 0.2,
})

/** A box with a keyframe at each of these frames, at the place of the same number. */
function boxAt(...frames: number[]): { document: AnnotatedDocument; track: Track } {
  const shape = { sensorId: IMAGE_VIEW, flat: boxOf(frames[0]) }
  const tagClass = { classId: 'car', attributes: [] }
  const single = newTrack({ id: 'a', annotationType: 'video2d', tagClass, frame: frames[0], shape })
  const track = withKeys(
    single,
    IMAGE_VIEW,
    frames.map((frame) => keyframe(frame, boxOf(frame))),
  )
  return { document: withTrack(emptyDocument('video2d', FRAMES), track), track }
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
  const made = after(document, keyToggled(track, 4))
  assert.deepEqual([keyFrames(made), lefts(made)], [[0, 4, 8], lefts(document)])
  assert.deepEqual(keyFrames(after(made, keyToggled(made.tracks.get('a')!, 4))), [0, 8])
})

test('the only keyframe of an object cannot be taken away', () => {
  const { track } = boxAt(3)
  assert.equal(keyToggled(track, 3), null)
  assert.equal(outToggled(track, 3), null)
})

test('an object that goes out of view is back at its next keyframe, and where one calls it back', () => {
  const { document, track } = boxAt(0, 6)
  const gone = after(document, outToggled(track, 2))
  assert.deepEqual(lefts(gone), [0, 1, null, null, null, null, 6, 6, 6, 6])
  const back = after(gone, outToggled(gone.tracks.get('a')!, 4))
  assert.deepEqual(lefts(back), [0, 1, null, null, 1, 3.5, 6, 6, 6, 6])
})

test('an object that has ended has no later keyframes', () => {
  const { document, track } = boxAt(0, 4, 8)
  assert.deepEqual(keyFrames(after(document, ended(track, 5))), [0, 4, 'out 5'])
  // Up to there it moves as before.
  const early = after(document, ended(track, 3))
  assert.deepEqual(lefts(early).slice(0, 4), [0, 1, 2, null])
})

test('hidden holds up to the next keyframe', () => {
  const { document, track } = boxAt(0, 6)
  const hidden = after(document, hiddenToggled(track, 2))
  const path = hidden.tracks.get('a')!.views.get(IMAGE_VIEW)!
  const shown = Array.from({ length: 8 }, (_, frame) => flatAt(path, frame)?.hidden)
  assert.deepEqual(shown, [false, false, true, true, true, true, false, false])
})

test('a keyframe that is dragged stops before its neighbours', () => {
  const { document, track } = boxAt(0, 4, 8)
  assert.deepEqual(keyFrames(after(document, keyMoved(track, null, 4, 6, FRAMES))), [0, 6, 8])
  assert.deepEqual(keyFrames(after(document, keyMoved(track, null, 4, 20, FRAMES))), [0, 7, 8])
  assert.deepEqual(keyFrames(after(document, keyMoved(track, null, 8, 20, FRAMES))), [0, 4, 9])
  assert.equal(keyMoved(track, null, 3, 5, FRAMES), track)
})

test('propagating forwards holds the shape up to the next keyframe, and leaves what is beyond', () => {
  const { document, track } = boxAt(0, 6)
  const end = propagationEnd(track, 2, 1, FRAMES)
  const held = after(document, propagated(track, 2, end, FRAMES))
  assert.deepEqual(lefts(held), [0, 1, 2, 2, 2, 2, 6, 6, 6, 6])
})

test('propagating again changes nothing, because the keyframe exists', () => {
  const { document, track } = boxAt(2)
  const once = after(document, propagated(track, 2, propagationEnd(track, 2, 1, FRAMES), FRAMES)).tracks.get('a')!
  assert.deepEqual(keyFrames(after(document, once)), [2, FRAMES - 1])
  assert.equal(propagated(once, 2, propagationEnd(once, 2, 1, FRAMES), FRAMES), null)
})

test('a followed object, with a keyframe in every frame, is outside from where it went out up to a frame', () => {
  const { document, track } = boxAt(0, 1, 2, 3, 4, 5, 6)
  const out = after(document, outToggled(track, 2)).tracks.get('a')!
  assert.deepEqual(lefts(after(document, out)).slice(0, 7), [0, 1, null, 3, 4, 5, 6])
  assert.deepEqual(lefts(after(document, outThrough(out, 4, FRAMES))).slice(0, 7), [0, 1, null, null, null, 5, 6])
  assert.equal(outThrough(track, 4, FRAMES), null)
})

test('propagating an object of one frame adds only the requested frames', () => {
  const { document, track } = boxAt(4)
  const single = after(document, ended(track, 5))
  const spread = after(single, propagated(single.tracks.get('a')!, 4, 6, FRAMES))
  assert.deepEqual(lefts(spread), [null, null, null, null, 4, 4, 4, null, null, null])
  const back = after(spread, propagated(spread.tracks.get('a')!, 4, 1, FRAMES))
  assert.deepEqual(lefts(back), [null, 4, 4, 4, 4, 4, 4, null, null, null])
})

test('a split object shows the same shapes as before, under two ids, and merged again under one', () => {
  const keyed = fc.uniqueArray(fc.nat(FRAMES - 1), { minLength: 1, maxLength: 4 }).map((f) => f.sort((a, b) => a - b))
  fc.assert(
    fc.property(keyed, fc.nat(FRAMES - 1), (frames, at) => {
      const { document, track } = boxAt(...frames)
      const halves = splitTrack(track, at, 'b', FRAMES)
      if (at <= frames[0]) {
        assert.equal(halves, null)
        return
      }
      assert.ok(halves)
      const split = applyEdits(after(document, halves.earlier), putTracks([halves.later]))
      const both = lefts(split).map((left, frame) => (frame < at ? left : lefts(split, 'b')[frame]))
      assert.deepEqual(lefts(split, 'b').slice(0, at), Array(at).fill(null))
      assert.deepEqual(both, lefts(document))
      const joined = joinTracks(split.tracks.get('b')!, split.tracks.get('a')!)
      assert.equal(joined.goneId, 'b')
      const merged = applyEdits(after(split, joined.merged), removeTracks(['b']))
      assert.equal(merged.tracks.size, 1)
      assert.deepEqual(lefts(merged), lefts(document))
    }),
  )
})

test('an object that was hidden is seen again from the frame on where a person says so', () => {
  const { document, track } = boxAt(0, 8)
  const hidden = after(document, hiddenToggled(track, 2))
  const seen = after(hidden, hiddenToggled(hidden.tracks.get('a')!, 5))
  const path = seen.tracks.get('a')!.views.get(IMAGE_VIEW)!
  const shown = Array.from({ length: 9 }, (_, frame) => flatAt(path, frame)?.hidden)
  assert.deepEqual(shown, [false, false, true, true, true, false, false, false, false])
})

test('a keyframe that is dragged to another frame is another record there', () => {
  const { track } = boxAt(0)
  const named = withKeys(track, IMAGE_VIEW, [keyframe(0, boxOf(0), { id: 'record' })])
  const [key] = keyMoved(named, IMAGE_VIEW, 0, 3, FRAMES).views.get(IMAGE_VIEW)!.keys
  assert.ok(key.kind === 'shape' && key.frame === 3 && key.id === null)
})

test('where two merged objects both have a frame, the keyframes of the later one win', () => {
  const { document, track } = boxAt(0, 8)
  const other = withKeys({ ...track, id: 'b' }, IMAGE_VIEW, [keyframe(3, boxOf(6)), keyframe(5, boxOf(6))])
  const steps = (frame: number, value: string) => new Map([['state', [{ frame, value }]]])
  const withSteps = (one: Track, frame: number, value: string): Track => {
    const view = one.views.get(IMAGE_VIEW)!
    return { ...one, views: new Map([[IMAGE_VIEW, { ...view, attributes: steps(frame, value) }]]) }
  }
  // The value of the later one was given before its first keyframe: it holds from that on.
  const { merged } = joinTracks(withSteps(other, 1, 'later'), withSteps(track, 0, 'earlier'))
  const joined = after(document, merged)
  assert.deepEqual(keyFrames(joined), [0, 3, 5, 8])
  const view = merged.views.get(IMAGE_VIEW)!
  assert.deepEqual(
    [0, 2, 3, 9].map((frame) => attributesAt(view.attributes, frame).get('state')),
    ['earlier', 'earlier', 'later', 'later'],
  )
  const ofOtherClass = joinTracks(track, { ...withSteps(other, 1, 'later'), classId: 'truck' }).merged
  assert.equal(ofOtherClass.views.get(IMAGE_VIEW)!.attributes.size, 0)
})

test('a change of very many keys is found without running out of stack', () => {
  const { track } = boxAt(0)
  const many = withKeys(
    track,
    IMAGE_VIEW,
    Array.from({ length: 200_000 }, (_, frame) => keyframe(frame, boxOf(0))),
  )
  const [change, ...others] = changesBetween(track, many)
  assert.equal(others.length, 0)
  assert.ok(change.type === 'setKeys' && change.first === 0 && change.last === 199_999)
})

test('absent at one frame alone, an object is in all others where it was', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: FRAMES - 1 }), { minLength: 1 }),
      fc.nat({ max: FRAMES - 1 }),
      (frames, frame) => {
        const { document, track } = boxAt(...frames.toSorted((a, b) => a - b))
        const before = lefts(document)
        const changed = absentAt(track, frame, FRAMES)
        const isAlone = before.every((left, at) => left === null || at === frame)
        assert.equal(changed === null, isAlone)
        if (changed === null) return
        const now = lefts(after(document, changed))
        for (const [at, left] of before.entries()) {
          const stays = at === frame ? null : left
          const off = Math.abs((now[at] ?? -1) - (stays ?? -1))
          assert.ok(off < 1e-9, `frame ${at}: ${left} became ${now[at]} of ${frames} without ${frame}`)
        }
      },
    ),
  )
})
