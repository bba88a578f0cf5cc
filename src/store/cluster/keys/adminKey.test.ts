import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { withDatabase } from '../../../../test/database.ts'
import { adminKeyFile, ensureAdminKey } from './adminKey.ts'
import { findKey } from './keys.ts'

async function inFolder(fn: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-key-'))
  try {
    await fn(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the operator’s key is made once, for its owner alone, and known to every database its folder meets', () =>
  inFolder((folder) =>
    withDatabase(async ({ pool }) => {
      await ensureAdminKey(pool, folder)
      const key = readFileSync(adminKeyFile(folder), 'utf8').trim()
      assert.equal(statSync(adminKeyFile(folder)).mode & 0o777, 0o600)
      assert.deepEqual(readdirSync(folder), ['admin-key'])
      assert.equal((await findKey(pool, key))?.projectId, null)
      await ensureAdminKey(pool, folder)
      assert.equal(readFileSync(adminKeyFile(folder), 'utf8').trim(), key)
      await withDatabase(async (other) => {
        await ensureAdminKey(other.pool, folder)
        assert.ok(await findKey(other.pool, key))
      })
    }),
  ))

test('processes that start at once on a new folder agree on one key', () =>
  inFolder((folder) =>
    withDatabase(async ({ pool }) => {
      await Promise.all([1, 2, 3].map(() => ensureAdminKey(pool, folder)))
      assert.deepEqual(readdirSync(folder), ['admin-key'])
      assert.ok(await findKey(pool, readFileSync(adminKeyFile(folder), 'utf8').trim()))
    }),
  ))

test('a file that holds no key is told by its name', () =>
  inFolder((folder) =>
    withDatabase(async ({ pool }) => {
      writeFileSync(adminKeyFile(folder), 'half a key')
      await assert.rejects(ensureAdminKey(pool, folder), /admin-key holds no key/)
    }),
  ))
