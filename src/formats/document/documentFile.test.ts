import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDocument, type Track } from '../../model/document/document.ts'
import { DocumentFileError, decodeDocument, encodeDocument, readDocument } from './documentFile.ts'

test('names that are traps for objects are names like any other', () => {
  const track: Track = {
    id: '__proto__',
    entryId: null,
    classId: 'car',
    stationary: false,
    attributes: new Map([['__proto__', ['x']]]),
    cuboid: null,
    views: new Map([
      ['__proto__', { keys: [{ kind: 'out', frame: 1 }], attributes: new Map([['constructor', []]]), follows: true }],
    ]),
  }
  const document = { ...emptyDocument('video2d', 3), tracks: new Map([[track.id, track]]) }
  assert.deepEqual(decodeDocument(encodeDocument(document)), document)
  assert.deepEqual(readDocument(Buffer.from(encodeDocument(document))), document)
})

test('text that is not a working document is refused by name', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    '{"version":2,"operation":"image2d"}',
    '{"version":1,"operation":"x"}',
    '{"version":1,"operation":"image2d"}',
    '{"version":1,"operation":"image2d","tracks":[null]}',
    '{"version":1,"operation":"image2d","frameCount":1,"jobAttributes":[],"frameAttributes":[],"legend":[]}',
  ]) {
    assert.throws(() => decodeDocument(text), DocumentFileError, text)
    assert.throws(() => readDocument(Buffer.from(text)), DocumentFileError, text)
  }
})
