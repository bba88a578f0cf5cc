import type { FileStore } from '../../files/fileStore.ts'
import type { Pool, Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { lockUnclaimed } from './claims.ts'

/**
 * Files are removed in parallel, so that the transaction that blocks claims waits for the storage no longer than for
 * one.
 */
const AT_ONCE = 50

/** The files that no row names. */
async function unnamedFiles(db: Queryable, files: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ sha256: string }>(
    `select a.sha256 from job_assets a where a.sha256 = any($1)
     union all select f.sha256 from unnest($1::text[]) as f(sha256) join job_assets a
       on a.derived @> jsonb_build_object('chunks', f.sha256) or a.derived @> jsonb_build_object('display', f.sha256)
         or a.derived @> jsonb_build_object('pyramid', f.sha256) or a.derived @> jsonb_build_object('pcd', f.sha256)
         or a.tiles <> '{}' and a.tiles @> array[f.sha256]
     union all select u.sha256 from fetched_urls u where u.sha256 = any($1)
     union all select e.sha256 from exports e where e.sha256 = any($1)
     union all select i.sha256 from imports i where i.sha256 = any($1)
     union all select g.sha256 from ingests g where g.sha256 = any($1)
     union all select t.sha256 from tag_images t where t.sha256 = any($1)
     union all select k.sha256 from attachments k where k.sha256 = any($1)
     union all select l.sha256 from uploaded_files l where l.sha256 = any($1)
     union all select unnest(array[s.document_sha256, s.labels_sha256]) from submissions s
       where s.document_sha256 = any($1) or s.labels_sha256 = any($1)
     union all select unnest(array[n.document_sha256, n.labels_sha256]) from assignments n
       where n.document_sha256 = any($1) or n.labels_sha256 = any($1)
     union all select unnest(array[p.document_sha256, p.labels_sha256]) from predictions p
       where p.document_sha256 = any($1) or p.labels_sha256 = any($1)
     union all select unnest(array[r.document_sha256, r.labels_sha256]) from reviews r
       where r.document_sha256 = any($1) or r.labels_sha256 = any($1)
     union all select unnest(array[w.document_sha256, w.labels_sha256]) from work_snapshots w
       where w.document_sha256 = any($1) or w.labels_sha256 = any($1)
     union all select unnest(array[g.document_sha256, g.labels_sha256]) from gold_jobs g
       where g.document_sha256 = any($1) or g.labels_sha256 = any($1)`,
    [files],
  )
  const named = new Set(rows.map(({ sha256 }) => sha256))
  return files.filter((sha256) => !named.has(sha256))
}

/**
 * Removes files that no row names and no process has claimed; returns how many. A file that another job names stays.
 */
export async function removeUnnamed(pool: Pool, store: FileStore, files: readonly string[]): Promise<number> {
  let removed = 0
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE)
    removed += await withTransaction(pool, async (db) => {
      const unnamed = await unnamedFiles(db, await lockUnclaimed(db, some))
      await Promise.all(unnamed.map((sha256) => store.remove(sha256)))
      return unnamed.length
    })
  }
  return removed
}
