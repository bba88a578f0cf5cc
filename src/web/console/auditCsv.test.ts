import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditCsv } from './auditCsv.ts'

test('an entry is one row, changes are JSON in one cell, and a name never becomes a formula', () => {
  const text = auditCsv([
    {
      id: 'i',
      at: '2026-11-22T12:00:00+00:00',
      actor: { type: 'key', id: 'k', name: '=1+1' },
      address: null,
      action: 'tag.change',
      project_id: 'p',
      object: 'cars; trucks',
      before: { review: null },
      after: { review: true },
    },
  ])
  const [header, row, end] = text.split('\r\n')
  assert.equal(header.split(',').length, 10)
  assert.equal(
    row,
    '"2026-11-22T12:00:00+00:00","key","k","\'=1+1",,"tag.change","p","cars; trucks","{""review"":null}","{""review"":true}"',
  )
  assert.equal(end, '')
})
