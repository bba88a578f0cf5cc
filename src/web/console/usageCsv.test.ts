import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usageCsv } from './usageCsv.ts'

const row = {
  job_id: 'j',
  reference_id: 'r',
  tag: 't',
  frames: 2,
  annotations: 30,
  completed_at: '2026-01-31T10:00:00+00:00',
}

test('usage is one line a job, with commas and quotes kept in their cells', () => {
  const text = usageCsv([row, { ...row, reference_id: 'a "b", c', tag: 'two\nlines' }])
  assert.deepEqual(text.split('\r\n'), [
    'job_id,reference_id,tag,frames,annotations,completed_at',
    'j,r,t,2,30,2026-01-31T10:00:00+00:00',
    'j,"a ""b"", c","two\nlines",2,30,2026-01-31T10:00:00+00:00',
    '',
  ])
})

test('a reference_id that would be a formula in a spreadsheet is text', () => {
  assert.match(usageCsv([{ ...row, reference_id: '=HYPERLINK("http://x")' }]), /"'=HYPERLINK/)
})
