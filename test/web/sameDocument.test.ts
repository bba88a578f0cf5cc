import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applySavedBatch } from '../../src/api/threads/documentWork.ts'
import { encodeDocument } from '../../src/formats/document/documentFile.ts'
import { encodeTracks, readThrough } from '../../src/formats/document/encodedDocument.ts'
import { emptyDocument } from '../../src/model/document/document.ts'
import { EditError } from '../../src/model/document/operations/documentOperation.ts'
import fc from '../laws.ts'
import { Desk } from './desk/desk.ts'
import { anyOperations } from './desk/operations.ts'

const FRAMES = 6

test('after edits, undo and redo on a page, the service makes the same document of each batch', async () => {
  const acts = fc.array(fc.oneof(anyOperations(FRAMES), fc.constantFrom('undo' as const, 'redo' as const)), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(acts, async (done) => {
      const desk = new Desk('video2d', FRAMES)
      const session = await desk.open()
      for (const act of done) {
        try {
          if (act === 'undo') session.undo()
          else if (act === 'redo') session.redo()
          else session.execute('edit.drawBox', act)
        } catch (error) {
          assert.ok(error instanceof EditError)
        }
        await session.flush()
        await desk.clock.pass(1000)
      }
      let kept = encodeTracks(emptyDocument('video2d', FRAMES))
      for (const { operations } of desk.server.batches) {
        const { document, refused } = applySavedBatch(kept, operations, 0)
        assert.deepEqual(refused, [])
        kept = document
      }
      assert.equal(encodeDocument(readThrough(kept)), encodeDocument(session.document))
    }),
    { numRuns: 150 },
  )
})
