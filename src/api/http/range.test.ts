import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRange } from './range.ts'

test('a range names bytes from one to another, to the end, or the last ones', () => {
  assert.deepEqual(readRange('bytes=0-99', 1000), { start: 0, end: 99 })
  assert.deepEqual(readRange('bytes=900-', 1000), { start: 900, end: 999 })
  assert.deepEqual(readRange('bytes=-100', 1000), { start: 900, end: 999 })
  assert.deepEqual(readRange('bytes=990-2000', 1000), { start: 990, end: 999 })
  assert.deepEqual(readRange('bytes=-5000', 1000), { start: 0, end: 999 })
})

test('a range outside of the file is refused', () => {
  for (const header of ['bytes=1000-', 'bytes=1000-1001', 'bytes=-0']) assert.equal(readRange(header, 1000), 'outside')
})

test('a header that is not a single range of bytes is answered with the whole file', () => {
  for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b'])
    assert.equal(readRange(header, 1000), null)
})
