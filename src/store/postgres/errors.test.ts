import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isConnectionError } from './errors.ts'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

test('a machine of a divided database that goes away is a lost connection, another internal error is not', () => {
  const lost = [
    failure('XX000', 'failure on connection marked as essential: 127.0.0.1:5433'),
    failure('58030', 'failed to COPY to shard 102197 on 127.0.0.1:5433'),
    failure('XX000', 'server closed the connection unexpectedly\n\tThis probably means'),
    failure(
      '08006',
      'connection to the remote node postgres@127.0.0.1:5433 failed with the following error: connection not open',
    ),
  ]
  assert.deepEqual(lost.map(isConnectionError), [true, true, true, true])
  assert.equal(isConnectionError(failure('XX000', 'cache lookup failed for type 16385')), false)
  assert.equal(isConnectionError(failure('58030', 'could not write to file')), false)
})
