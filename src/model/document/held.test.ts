import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnnotatedDocument, emptyDocument, type FlatPath, IMAGE_VIEW, type Key, type Track } from './document.ts'
import { bakedKey } from './edits/keySpans.ts'
import { heldFrames, withoutHeld } from './held.ts'
import { keyframe } from './keyframe.ts'
import { recordsOf } from './records.ts'
import type { Rectangle, ViewShape } from './shape.ts'

const box: Rectangle = { type: 'rectangle', left: 0.1, top: 0.1, right: 0.2, bottom: 0.2 }
const path = (keys: Key<ViewShape>[], follows = false): FlatPath => ({ keys, attributes: new Map(), follows })
const track = (keys: Key<ViewShape>[], over: Partial<Track> = {}): Track => ({
  id: 'a',
  entryId: null,
  classId: 'car',
  stationary: false,
  attributes: new Map(),
  cuboid: null,
  views: new Map([[IMAGE_VIEW, path(keys)]]),
  ...over,
})
const documentOf = (made: Track): AnnotatedDocument => ({
  ...emptyDocument('video2d', 6),
  tracks: new Map([[made.id, made]]),
})
const held = (made: Track) => heldFrames(documentOf(made), made)
const shown = (document: AnnotatedDocument) =>
  [...document.tracks.values()].flatMap((one) => Array.from(recordsOf(document, one), ({ frame }) => frame))

test('an object with one keyframe is held in every later frame, and never before or between keyframes', () => {
  assert.deepEqual(held(track([keyframe(1, box)])), [2, 3, 4, 5])
  assert.deepEqual(held(track([keyframe(0, box), keyframe(5, box)])), [])
  assert.deepEqual(held(track([keyframe(0, box), keyframe(3, box), { kind: 'out', frame: 5 }])), [4])
})

test('propagated, suggested and handed in frames are placed; keys that an edit worked out are not', () => {
  assert.deepEqual(held(track([keyframe(0, box), keyframe(3, box, { source: 'propagated' })])), [4, 5])
  assert.deepEqual(held(track([keyframe(4, box, { source: 'pre_annotation' })])), [5])
  const handedIn = keyframe(4, box, { source: 'interpolated', keyFrame: false })
  assert.deepEqual(held(track([keyframe(0, box), handedIn])), [5])
  assert.deepEqual(held(track([keyframe(0, box), bakedKey(4, keyframe(4, box))])), [1, 2, 3, 4, 5])
})

test('a camera box is held with its cuboid, but not in a frame in which it was adjusted', () => {
  const cuboid = {
    keys: [
      keyframe(0, {
        position: { x: 0, y: 0, z: 0 },
        heading: { w: 1, x: 0, y: 0, z: 0 },
        sizeOverride: null,
      }),
    ],
    attributes: new Map(),
    dimensions: { length: 4, width: 2, height: 1.5 },
  }
  const adjusted = track([], { cuboid, views: new Map([['camera', path([keyframe(3, box, { linked: true })], true)]]) })
  assert.deepEqual(held(adjusted), [1, 2, 3, 4, 5])
  assert.deepEqual(shown(withoutHeld(documentOf(adjusted))), [0, 0, 3])
})

test('without its held frames an object ends after the last frame that was placed', () => {
  assert.deepEqual(shown(withoutHeld(documentOf(track([keyframe(1, box), keyframe(3, box)])))), [1, 2, 3])
  assert.deepEqual(shown(withoutHeld(documentOf(track([bakedKey(1, keyframe(1, box))])))), [])
  const ended = documentOf(track([keyframe(1, box), { kind: 'out', frame: 2 }]))
  assert.equal(withoutHeld(ended).tracks.get('a'), ended.tracks.get('a'))
})
