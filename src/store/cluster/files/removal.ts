import type { FileStore } from '../../files/fileStore.ts'
import type { Queryable } from '../../postgres/pools.ts'

/** Those of the files that no row names any more. */
async function unnamedFiles(db: Queryable, files: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ sha256: string }>(
    `select f.sha256 from unnest($1::text[]) as f(sha256)
     where not exists (select 1 from job_assets a where a.sha256 = f.sha256)
       and not exists (select 1 from job_assets a where a.derived @> jsonb_build_object('chunks', f.sha256)
         or a.derived @> jsonb_build_object('display', f.sha256) or a.derived @> jsonb_build_object('pyramid', f.sha256))
       and not exists (select 1 from job_assets a where a.tiles <> '{}' and a.tiles @> array[f.sha256])
       and not exists (select 1 from fetched_urls u where u.sha256 = f.sha256)
       and not exists (select 1 from exports e where e.sha256 = f.sha256)
       and not exists (select 1 from imports i where i.sha256 = f.sha256)
       and not exists (select 1 from attachments t where t.sha256 = f.sha256)
       and not exists (select 1 from submissions s where s.document_sha256 = f.sha256 or s.labels_sha256 = f.sha256)
       and not exists (select 1 from assignments a where a.document_sha256 = f.sha256 or a.labels_sha256 = f.sha256)
       and not exists (select 1 from predictions p where p.document_sha256 = f.sha256 or p.labels_sha256 = f.sha256)
       and not exists (select 1 from reviews r where r.document_sha256 = f.sha256 or r.labels_sha256 = f.sha256)
       and not exists (select 1 from work_snapshots w where w.document_sha256 = f.sha256 or w.labels_sha256 = f.sha256)
       and not exists (select 1 from gold_jobs g where g.document_sha256 = f.sha256 or g.labels_sha256 = f.sha256)`,
    [files],
  )
  return rows.map((row) => row.sha256)
}

/** Removes files that no row names any more; answers how many. One that another job names too stays for that one. */
export async function removeUnnamed(db: Queryable, store: FileStore, files: readonly string[]): Promise<number> {
  if (files.length === 0) return 0
  const unnamed = await unnamedFiles(db, files)
  for (const sha256 of unnamed) await store.remove(sha256)
  return unnamed.length
}
