import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { anyOperations } from '../../../test/web/desk/operations.ts'
import { encodeDocument } from '../../formats/document/documentFile.ts'
import { emptyDocument } from '../../model/document/document.ts'
import { EditError } from '../../model/document/operations/documentOperation.ts'
import { applyEdit, invertEdit } from '../../model/document/operations/operations.ts'
import { applyBatch } from './applyBatch.ts'

test('a batch does what its operations do one after another, and gives the same inverses', () => {
  fc.assert(
    fc.property(anyOperations(6), (operations) => {
      let document = emptyDocument('video2d', 6)
      const undone = []
      try {
        for (const operation of operations) {
          undone.unshift(invertEdit(document, operation))
          document = applyEdit(document, operation)
        }
      } catch (error) {
        assert.ok(error instanceof EditError)
        assert.throws(() => applyBatch(emptyDocument('video2d', 6), operations, null), EditError)
        return
      }
      const applied = applyBatch(emptyDocument('video2d', 6), operations, null)
      assert.equal(encodeDocument(applied.document), encodeDocument(document))
      assert.deepEqual(applied.undone, undone)
    }),
    { numRuns: 300 },
  )
})
