import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitSummary } from './batchEdits.ts'

test('a fit over frames says how many were fitted, and which were refused and why', () => {
  assert.equal(fitSummary([3], new Map()), 'Fitted 1 of 1 frame.')
  const refused = new Map([
    ['no points in or near the box', [4, 5, 8]],
    ['the object is absent', [9]],
  ])
  assert.equal(
    fitSummary([1, 2], refused),
    'Fitted 2 of 6 frames. Frames 4–5 and 8: no points in or near the box. Frame 9: the object is absent.',
  )
})
