import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TestDatabase, withDatabase } from '../../../../test/database.ts'
import { watchFor } from '../../../../test/support/time.ts'
import { LocalFiles } from '../../files/localFiles.ts'
import { forgetOldClaims, giveUpClaim, putClaimed } from './claims.ts'
import { removeUnnamed } from './removal.ts'

/** Removes a file only when it is let go: by then it has been looked for in all rows. */
class SlowRemovals extends LocalFiles {
  readonly reached = Promise.withResolvers<void>()
  readonly letGo = Promise.withResolvers<void>()

  override async remove(sha256: string): Promise<void> {
    this.reached.resolve()
    await this.letGo.promise
    await super.remove(sha256)
  }
}

const ARCHIVE = Buffer.from('an archive that is sent twice')

const withFiles = (fn: (database: TestDatabase, files: SlowRemovals) => Promise<void>) =>
  withDatabase(async (database) => {
    const folder = mkdtempSync(join(tmpdir(), 'fiducial-claims-'))
    try {
      await fn(database, new SlowRemovals(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

test('a file that is sent again while its like is removed is stored again', () =>
  withFiles(async ({ pool }, files) => {
    const { sha256 } = await files.put(ARCHIVE)
    const removing = removeUnnamed(pool, files, [sha256])
    await files.reached.promise
    const sending = putClaimed(pool, files, ARCHIVE)
    // Without waiting for the removal it would have found the file by now.
    await Promise.race([sending, watchFor(500)])
    files.letGo.resolve()
    await Promise.all([removing, sending])
    assert.notEqual(await files.stat(sha256), null)
  }))

test('a file that is claimed stays until the claim is given up', () =>
  withFiles(async ({ pool }, files) => {
    files.letGo.resolve()
    const first = await putClaimed(pool, files, ARCHIVE)
    const second = await putClaimed(pool, files, ARCHIVE)
    await giveUpClaim(pool, first)
    assert.equal(await removeUnnamed(pool, files, [first.sha256]), 0)
    await giveUpClaim(pool, second)
    assert.equal(await removeUnnamed(pool, files, [first.sha256]), 1)
    assert.equal(await files.stat(first.sha256), null)
  }))

test('a claim that was never given up ends after a day and answers its file', () =>
  withFiles(async ({ pool }, files) => {
    const { sha256, claimId } = await putClaimed(pool, files, ARCHIVE)
    assert.deepEqual(await forgetOldClaims(pool), [])
    await pool.query(`update file_claims set claimed_at = now() - interval '25 hours' where id = $1`, [claimId])
    assert.deepEqual(await forgetOldClaims(pool), [sha256])
  }))
