import type { FileStore } from '../../files/fileStore.ts'
import type { Pool, Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'
import { removeUnnamed } from './removal.ts'

const AT_ONCE = 500

interface ReleasedFile {
  projectId: string
  sha256: string
  releasedAt: Date
}

/**
 * Removes files whose rows were deleted if no other row names them; returns how many. The release record of a file is
 * removed after it, so that a process that dies in between leaves no orphaned file.
 */
export async function removeReleased(pool: Pool, store: FileStore): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await namedRows<ReleasedFile>(
      pool,
      `select project_id, sha256, released_at from released_files
       order by project_id, sha256 limit $1`,
      [AT_ONCE],
    )
    if (rows.length === 0) return removed
    removed += await removeUnnamed(pool, store, [...new Set(rows.map(({ sha256 }) => sha256))])
    await forget(pool, rows)
  }
}

/** One that was released again meanwhile stays: its row may have named it when the storage was asked. */
async function forget(db: Queryable, files: readonly ReleasedFile[]): Promise<void> {
  await db.query(
    `delete from released_files r
     using unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[]) as f(project_id, sha256, at, before)
     where r.project_id = f.project_id and r.sha256 = f.sha256 and r.released_at >= f.at and r.released_at < f.before`,
    [
      files.map(({ projectId }) => projectId),
      files.map(({ sha256 }) => sha256),
      files.map(({ releasedAt }) => releasedAt),
      // The value that was read has whole milliseconds, the row more digits.
      files.map(({ releasedAt }) => new Date(releasedAt.getTime() + 1)),
    ],
  )
}
