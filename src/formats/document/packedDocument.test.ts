import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { type AnnotatedDocument, emptyDocument } from '../../model/document/document.ts'
import { type Edit, EditError } from '../../model/document/operations/documentOperation.ts'
import { applyEdit } from '../../model/document/operations/operations.ts'
import type { PlainTrack } from '../../model/document/plainTrack.ts'
import { decodeDocument, encodeDocument, encodeDocumentPieces } from './documentFile.ts'
import { type EncodedDocument, EncodedEdits, encodeTracks, readThrough } from './encodedDocument.ts'
import { fileOf, packDocument, packFile, unpackDocument } from './packedDocument.ts'

// What JSON is cut at, and what takes more than a byte.
const text = fc.constantFrom('a', 'b', '],[', '"},{"', '"tracks":[]', '\\', 'ö', '🚗', '__proto__')
const id = fc.array(text, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(''))
const plainTrack: fc.Arbitrary<PlainTrack> = fc.record({
  id,
  entryId: fc.option(id),
  classId: id,
  stationary: fc.boolean(),
  attributes: fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 2 }),
  cuboid: fc.constant(null),
  views: fc.constant([]),
})
const operation: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ type: fc.constant('putTrack' as const), track: plainTrack, index: fc.option(fc.nat(3)) }),
  fc.record({ type: fc.constant('removeTrack' as const), trackId: id }),
  fc.record({ type: fc.constant('setClass' as const), trackId: id, classId: id }),
  fc.record({ type: fc.constant('setObjectAttribute' as const), trackId: id, name: text, value: fc.option(text) }),
  fc.record({ type: fc.constant('setJobAttribute' as const), name: text, value: fc.option(text) }),
)
const operations = fc.array(operation, { maxLength: 30 })

const apply = (document: AnnotatedDocument, list: readonly Edit[]) =>
  list.reduce((made, one) => {
    try {
      return applyEdit(made, one)
    } catch (error) {
      if (!(error instanceof EditError)) throw error
      return made
    }
  }, document)

const empty = emptyDocument('video2d', 4)
const joined = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString('utf8')
const textOf = (document: EncodedDocument) => joined(fileOf(packDocument(document)))
const onAnotherThread = (document: EncodedDocument) => unpackDocument(structuredClone(packDocument(document)))

function edited(document: EncodedDocument, list: readonly Edit[]): EncodedDocument {
  const edits = new EncodedEdits(document)
  for (const one of list) {
    try {
      edits.apply(one)
    } catch (error) {
      if (!(error instanceof EditError)) throw error
    }
  }
  return edits.document()
}

test('stored or not, a document does the same under operations, and is the same file', () => {
  fc.assert(
    fc.property(operations, operations, operations, (first, second, third) => {
      const start = apply(empty, first)
      const after = apply(start, second)
      const last = apply(after, third)
      const storedStart = encodeTracks(start)
      assert.equal(textOf(storedStart), encodeDocument(start))
      const storedAfter = edited(onAnotherThread(storedStart), second)
      assert.equal(textOf(storedAfter), encodeDocument(after))
      const storedLast = edited(onAnotherThread(storedAfter), third)
      assert.equal(textOf(storedLast), encodeDocument(last))
      assert.equal(textOf(storedStart), encodeDocument(start), 'the one before is left as it was')
    }),
  )
})

test('read through, a stored document is the document', () => {
  fc.assert(
    fc.property(operations, (list) => {
      const document = apply(empty, list)
      const read = readThrough(encodeTracks(document))
      assert.deepEqual({ ...read, tracks: new Map(read.tracks) }, document)
      assert.deepEqual([...read.tracks.keys()], [...document.tracks.keys()])
      assert.deepEqual([...read.tracks.values()], [...document.tracks.values()])
      assert.equal(read.tracks.size, document.tracks.size)
      for (const [id, track] of document.tracks) assert.deepEqual(read.tracks.get(id), track)
      assert.equal(read.tracks.get('missing'), undefined)
      assert.equal(read.tracks.has('missing'), false)
    }),
  )
})

test('a file is packed unchanged, and another spelling of it can be read', () => {
  fc.assert(
    fc.property(operations, fc.constantFrom(undefined, 1), (list, indent) => {
      const document = apply(empty, list)
      const file = encodeDocument(document)
      const packed = packFile(Buffer.from(indent ? JSON.stringify(JSON.parse(file), null, indent) : file))
      assert.equal(joined(fileOf(packed)), file)
      assert.equal(joined(encodeDocumentPieces(document)), file)
      assert.deepEqual(decodeDocument(textOf(unpackDocument(packed))), document)
    }),
  )
  for (const broken of [
    '{"version":1,"operation":"video2d","frameCount":1,"tracks":[{"id":7',
    'null',
    '{"version":2}',
  ]) {
    assert.throws(() => unpackDocument(packFile(Buffer.from(broken))))
  }
})

test('only the track that changes is written again, the others keep their bytes', () => {
  const track = (name: string): Edit => {
    const parts = { entryId: null, stationary: false, attributes: [], cuboid: null, views: [] }
    return { type: 'putTrack', index: null, track: { id: name, classId: 'car', ...parts } }
  }
  const document = unpackDocument(packDocument(encodeTracks(apply(empty, ['a', 'b', 'c'].map(track)))))
  const changed = edited(document, [{ type: 'setClass', trackId: 'b', classId: 'tree' }])
  const [before, after] = [document, changed].map(({ tracks }) => [...tracks.values()])
  assert.deepEqual(
    after.map((bytes, i) => bytes === before[i]),
    [true, false, true],
  )
  assert.equal(changed.tracks.get('a')?.classId, 'car')
  assert.equal(changed.tracks.get('b')?.classId, 'tree')
})
