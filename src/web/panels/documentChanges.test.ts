import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeDocument, encodeDocument } from '../../formats/document/documentFile.ts'
import { type AnnotatedDocument, emptyDocument, type ShapeKey, type Track } from '../../model/document/document.ts'
import { withoutTrack, withShape, withTrack } from '../../model/document/edit.ts'
import type { FlatShape } from '../../model/document/shape.ts'
import { documentChanges } from './documentChanges.ts'

const box = (left: number): FlatShape => ({ type: 'rectangle', left, top: 0, right: 1, bottom: 1 })

function trackOf(id: string, frames: readonly number[]): Track {
  const keys = frames.map(
    (frame): ShapeKey<FlatShape> => ({
      kind: 'shape',
      frame,
      id: null,
      keyFrame: true,
      source: 'manual',
      hidden: false,
      linked: false,
      shape: box(0),
    }),
  )
  const views = new Map([['', { keys, attributes: new Map(), follows: false }]])
  return { id, entryId: null, classId: 'c', stationary: false, attributes: new Map(), cuboid: null, views }
}

const before: AnnotatedDocument = ['a', 'b', 'c'].reduce(
  (document, id) => withTrack(document, trackOf(id, [2, 6])),
  emptyDocument('video2d', 10),
)

it('says which objects were added, changed and removed, and from which frame on', () => {
  const b = before.tracks.get('b')!
  const view = b.views.get('')!
  const moved = { ...b, views: new Map([['', { ...view, keys: withShape(view.keys, 4, box(0.5), 'manual') }]]) }
  const after = withTrack(withTrack(withoutTrack(before, 'a'), moved), trackOf('d', [7]))
  assert.deepEqual(documentChanges(before, after), [
    { kind: 'changed', trackId: 'b', classId: 'c', frame: 4 },
    { kind: 'added', trackId: 'd', classId: 'c', frame: 7 },
    { kind: 'removed', trackId: 'a', classId: 'c', frame: 2 },
  ])
})

it('an equal copy is not a change; another class changes the whole object', () => {
  assert.deepEqual(documentChanges(before, withTrack(before, structuredClone(before.tracks.get('a')!))), [])
  const other = withTrack(before, { ...before.tracks.get('a')!, classId: 'd' })
  assert.deepEqual(documentChanges(before, other), [{ kind: 'changed', trackId: 'a', classId: 'd', frame: null }])
})

it('a document as the service stores it, its members in another order, says the same', () => {
  assert.deepEqual(documentChanges(before, decodeDocument(encodeDocument(before))), [])
})
