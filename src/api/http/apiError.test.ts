import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PoolError } from '../../threads/poolError.ts'
import { knownError } from './apiError.ts'

test('threads that are too busy, or being ended, are answered 503; one that crashed is a fault of ours', () => {
  for (const reason of ['TIME_LIMIT', 'OUT_OF_MEMORY', 'ABORTED', 'CLOSED'] as const) {
    const answer = knownError(new PoolError(reason, 'a thread'))
    assert.equal(answer?.status, 503, reason)
    assert.ok(Number(answer?.headers['retry-after']) > 0)
  }
  assert.equal(knownError(new PoolError('WORKER_LOST', 'a thread')), null)
})
