import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Desk } from '../../../../test/web/desk/desk.ts'
import { putBox } from '../../../../test/web/desk/operations.ts'
import { decodeDocument, encodeDocument } from '../../../formats/document/documentFile.ts'
import type { AnnotatedDocument } from '../../../model/document/document.ts'
import { emptyDocument } from '../../../model/document/document.ts'
import { applyEdits } from '../../../model/document/operations/operations.ts'
import type { OverlayObject } from '../../document/openOverlay.ts'
import { takeFrom, takenIndex } from './takeFrom.ts'

const NAMES = ['submission-A', 'submission-B']

/** As the service stores it: members stand in another order than those that the page makes. */
const documentOf = (...edits: Parameters<typeof applyEdits>[1]): AnnotatedDocument =>
  decodeDocument(encodeDocument(applyEdits(emptyDocument('video2d', 6), edits)))
const side = (trackId: string) => ({ trackId, label: 'car', shape: null })
const object = (a: string | null, b: string | null): OverlayObject => ({
  id: `${a}/${b}`,
  state: 'moved',
  frame: 0,
  sensorId: '',
  likeness: 0.6,
  sides: [a === null ? null : side(a), b === null ? null : side(b)],
})

test('the work of one annotator visibly replaces that of another, and one undo restores it', async () => {
  const works = new Map([
    [NAMES[0], { document: documentOf(putBox('a', 0, 1), putBox('only', 0, 5)), labels: null }],
    [NAMES[1], { document: documentOf(putBox('b', 0, 2)), labels: null }],
  ])
  const desk = new Desk()
  desk.server.document = works.get(NAMES[0])!.document
  const session = await desk.open()
  const taken = (of: OverlayObject) => takenIndex(session.document, of, NAMES, works)
  const [moved, missing] = [object('a', 'b'), object('only', null)]
  assert.deepEqual([taken(moved), taken(missing)], [0, 0])
  takeFrom(session, moved, 1, NAMES, works)
  assert.deepEqual([taken(moved), [...session.document.tracks.keys()]], [1, ['b', 'only']])
  takeFrom(session, missing, 1, NAMES, works)
  assert.deepEqual([taken(missing), session.document.tracks.size], [1, 1])
  session.undo()
  assert.deepEqual([taken(moved), taken(missing)], [1, 0])
  session.execute('edit.move', [{ type: 'setClass', trackId: 'b', classId: 'van' }])
  assert.equal(taken(moved), null, 'it was changed since')
})
