import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distributeDatabase } from '../../src/operate/distribution/distribute.ts'
import { isUndistributed } from '../../src/operate/distribution/undistributed.ts'
import { OperatorError } from '../../src/operate/installation.ts'
import { isDivided } from '../../src/store/postgres/divided.ts'
import { withDatabase } from '../database.ts'

test('a database without Citus is not distributed, and the command says what is missing', () =>
  withDatabase(async ({ connectionString, pool }) => {
    await assert.rejects(
      distributeDatabase({ DATABASE_URL: connectionString }, { dryRun: true }),
      (error) => error instanceof OperatorError && /create extension citus/.test(error.message),
    )
    assert.deepEqual([await isDivided(pool), await isUndistributed(pool)], [false, false])
  }))

test('the embedded database is not distributed', () =>
  assert.rejects(distributeDatabase({}, { dryRun: false }), (error) => error instanceof OperatorError))
