import { randomUUID } from 'node:crypto'
import type { BeforePlacing, FileSource, FileStore, StoredFile } from '../../files/fileStore.ts'
import type { Queryable } from '../../postgres/pools.ts'

/** A stored file that stays although no row names it yet. */
export interface ClaimedFile extends StoredFile {
  claimId: string
}

/** Claims of processes that died, or did not name the file. */
const FORGOTTEN_CLAIMS = `delete from file_claims where claimed_at < now() - interval '1 day' returning sha256`

/**
 * Stores a file that may be there already, and be about to be removed for another row that named it. It is claimed
 * before the store looks whether it has it, so that it stays until a row names it; then give the claim up.
 */
export async function putClaimed(db: Queryable, store: FileStore, source: FileSource): Promise<ClaimedFile> {
  return claimedBy(db, (beforePlacing) => store.put(source, beforePlacing))
}

/** The same for bytes that are stored in another way. */
export async function claimedBy(
  db: Queryable,
  store: (beforePlacing: BeforePlacing) => Promise<StoredFile>,
): Promise<ClaimedFile> {
  const claimId = randomUUID()
  const stored = await store((sha256) => claim(db, claimId, sha256))
  return { ...stored, claimId }
}

/** Waits for the end of a removal of the file. */
async function claim(db: Queryable, claimId: string, sha256: string): Promise<void> {
  await db.query(
    `insert into file_claims (id, sha256)
     select $1, $2 from (select pg_advisory_xact_lock_shared(hashtextextended($2, 0))) as after_removal`,
    [claimId, sha256],
  )
}

/**
 * Call it once a row that names the file is committed. Otherwise the file is removed together with the claim, a day
 * later.
 */
export async function giveUpClaim(db: Queryable, { claimId }: Pick<ClaimedFile, 'claimId'>): Promise<void> {
  await db.query('delete from file_claims where id = $1', [claimId])
}

/** Keeps claims off the files until the transaction ends; answers those that are not claimed. */
export async function lockUnclaimed(db: Queryable, files: readonly string[]): Promise<string[]> {
  // The same order everywhere, so that two removals never wait for each other.
  await db.query(
    `select pg_advisory_xact_lock(hashtextextended(sha256, 0))
     from (select sha256 from unnest($1::text[]) as f(sha256) order by sha256) as files`,
    [files],
  )
  const { rows } = await db.query<{ sha256: string }>('select sha256 from file_claims where sha256 = any($1)', [files])
  const claimed = new Set(rows.map(({ sha256 }) => sha256))
  return files.filter((sha256) => !claimed.has(sha256))
}

/** Returns their files, which rows may no longer name. */
export async function forgetOldClaims(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ sha256: string }>(FORGOTTEN_CLAIMS)
  return rows.map(({ sha256 }) => sha256)
}
