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
    '"j","r","t",2,30,"2026-01-31T10:00:00+00:00"',
    '"j","a ""b"", c","two\nlines",2,30,"2026-01-31T10:00:00+00:00"',
    '',
  ])
})

test('a reference_id that would be a formula in a spreadsheet is text, and stays in its cell', () => {
  const formulas = [
    '=HYPERLINK("http://x")',
    '+1',
    '-1',
    '@SUM(1)',
    '\t=1',
    ' =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '\u200b=1',
    '|x',
  ]
  for (const reference_id of formulas) {
    assert.ok(usageCsv([{ ...row, reference_id }]).includes(`"'${reference_id.replaceAll('"', '""')}"`), reference_id)
  }
  assert.ok(usageCsv([{ ...row, reference_id: "a;=cmd|'/C calc'!A1;b" }]).includes(`"a;=cmd|'/C calc'!A1;b"`))
})
