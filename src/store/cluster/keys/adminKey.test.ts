import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { withDatabase } from '../../../../test/database.ts'
import { adminKeyFile, ensureAdminKey, replaceAdminKey } from './adminKey.ts'
import { findKey } from './keys.ts'

const shared = (dataDir: string) => ({ dataDir, ownsDatabase: false })
const keyIn = (folder: string) => readFileSync(adminKeyFile(folder), 'utf8').trim()

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
      await ensureAdminKey(pool, shared(folder))
      const key = readFileSync(adminKeyFile(folder), 'utf8').trim()
      assert.equal(statSync(adminKeyFile(folder)).mode & 0o777, 0o600)
      assert.deepEqual(readdirSync(folder), ['admin-key', 'installation'])
      assert.equal((await findKey(pool, key))?.projectId, null)
      await ensureAdminKey(pool, shared(folder))
      assert.equal(readFileSync(adminKeyFile(folder), 'utf8').trim(), key)
      await withDatabase(async (other) => {
        await ensureAdminKey(other.pool, shared(folder))
        assert.ok(await findKey(other.pool, key))
      })
    }),
  ))

test('processes that start at once on a new folder agree on one key', () =>
  inFolder((folder) =>
    withDatabase(async ({ pool }) => {
      await Promise.all([1, 2, 3].map(() => ensureAdminKey(pool, shared(folder))))
      assert.deepEqual(readdirSync(folder), ['admin-key', 'installation'])
      assert.ok(await findKey(pool, readFileSync(adminKeyFile(folder), 'utf8').trim()))
    }),
  ))

test('a file that holds no key is reported by its name', () =>
  inFolder((folder) =>
    withDatabase(async ({ pool }) => {
      writeFileSync(adminKeyFile(folder), 'half a key')
      await assert.rejects(ensureAdminKey(pool, shared(folder)), /admin-key holds no key/)
    }),
  ))

test('deleting the file revokes its key; another machine’s key stays, unless the database is this folder’s alone', () =>
  inFolder((folder) =>
    inFolder((otherFolder) =>
      withDatabase(async ({ pool }) => {
        await ensureAdminKey(pool, shared(folder))
        await ensureAdminKey(pool, shared(otherFolder))
        const [old, other] = [keyIn(folder), keyIn(otherFolder)]
        rmSync(adminKeyFile(folder))
        assert.equal(await ensureAdminKey(pool, shared(folder)), true)
        assert.equal(await findKey(pool, old), null)
        assert.ok(await findKey(pool, keyIn(folder)))
        assert.ok(await findKey(pool, other))
        // A copy of the file does not bring it back.
        writeFileSync(adminKeyFile(folder), old)
        await ensureAdminKey(pool, shared(folder))
        assert.equal(await findKey(pool, old), null)
        assert.notEqual(keyIn(folder), old)
        await ensureAdminKey(pool, { dataDir: folder, ownsDatabase: true })
        assert.equal(await findKey(pool, other), null)
      }),
    ),
  ))

test('a rotated key is in the file, and the one before opens nothing', () =>
  inFolder((folder) =>
    withDatabase(async ({ pool }) => {
      await ensureAdminKey(pool, shared(folder))
      const old = keyIn(folder)
      const made = await replaceAdminKey(pool, shared(folder))
      assert.equal(keyIn(folder), made)
      assert.equal(statSync(adminKeyFile(folder)).mode & 0o777, 0o600)
      assert.ok(await findKey(pool, made))
      assert.equal(await findKey(pool, old), null)
    }),
  ))
