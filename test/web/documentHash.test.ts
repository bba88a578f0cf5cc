import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { documentHash } from '../../src/api/threads/documentWork.ts'
import { canonicalDocument } from '../../src/formats/document/canonicalDocument.ts'
import { toPlainDocument } from '../../src/formats/document/documentFile.ts'
import { EncodedEdits, encodeTracks } from '../../src/formats/document/encodedDocument.ts'
import { fileOf, packDocument, packFile } from '../../src/formats/document/packedDocument.ts'
import { canonicalJson } from '../../src/json/canonical.ts'
import { emptyDocument } from '../../src/model/document/document.ts'
import { EditError } from '../../src/model/document/operations/documentOperation.ts'
import { applyEdit } from '../../src/model/document/operations/operations.ts'
import fc from '../laws.ts'
import { anyOperations } from './desk/operations.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('the service hashes its bytes of a document as the page hashes its objects, after any edits', () => {
  fc.assert(
    fc.property(anyOperations(6), (operations) => {
      let page = emptyDocument('video2d', 6)
      const edits = new EncodedEdits(encodeTracks(page))
      for (const one of operations) {
        try {
          page = applyEdit(page, one)
          edits.apply(one)
        } catch (error) {
          if (!(error instanceof EditError)) throw error
        }
      }
      const packed = packDocument(edits.document())
      assert.equal(documentHash(packed), sha256(canonicalDocument(page)))
      assert.equal(documentHash(packed), sha256(canonicalJson(toPlainDocument(page))))
      assert.equal(documentHash(packFile(Buffer.concat(fileOf(packed)))), documentHash(packed))
    }),
  )
})

test('a file that an earlier version wrote has the same hash', () => {
  const document = { ...emptyDocument('video2d', 3), jobAttributes: new Map([['b', '"tracks":[]']]) }
  const file = Buffer.from(JSON.stringify(toPlainDocument(document)))
  assert.equal(documentHash(packFile(file)), sha256(canonicalDocument(document)))
})
