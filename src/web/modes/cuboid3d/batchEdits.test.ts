import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '../../messages/en/english.ts'
import { msg } from '../../messages/message.ts'
import { makeTranslator } from '../../messages/translator.ts'
import { fitSummary } from './batchEdits.ts'

const t = makeTranslator('en', english)

test('a fit over frames reports how many were fitted, and which were refused and why', () => {
  assert.equal(t.of(fitSummary(1, [])), 'Refitted 1 frame.')
  const refused = [
    { why: msg('fitNote.NO_POINTS_NEAR'), frames: [4, 5, 8] },
    { why: msg('fit.objectAbsent'), frames: [9] },
  ]
  assert.equal(
    t.of(fitSummary(2, refused)),
    'Refitted 2 of 6 frames. Not changed: frames 4–5 and 8: no points in or near the box and ' +
      'frame 9: the object is not in this frame.',
  )
})
