import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPageOf, tokenOf } from './token.ts'

test('a set-up link may lead on to a job, and to nothing else', () => {
  const hash = '#token=abc&next=%2Fjobs%2F0f8e2b1c'
  assert.deepEqual([tokenOf(hash), nextPageOf(hash)], ['abc', '/jobs/0f8e2b1c'])
  for (const next of ['', '//evil.example', '/jobs/../people', 'https://evil.example/jobs/a', '/people', '/jobs/a?b'])
    assert.equal(nextPageOf(`#token=abc&next=${encodeURIComponent(next)}`), null, next)
})
