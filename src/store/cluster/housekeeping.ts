import type { KeptPart } from '../files/fileStore.ts'
import type { Queryable } from '../postgres/pools.ts'
import { namedRows } from '../postgres/table.ts'
import { keptPart, type UploadPlace } from '../project/files/uploads.ts'

/** Any number, the same in every process. */
const LOCK_KEY = 7_204_611_903

const TRIMMED = [
  `delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  `delete from dry_runs where created_at < now() - interval '1 hour'`,
  `delete from invitations where expires_at < now() - interval '7 days'`,
  `delete from sessions where expires_at < now() or last_seen_at < now() - interval '7 days'`,
  `delete from sign_in_places where seen_at < now() - interval '180 days'`,
  `delete from notifications where at < now() - interval '90 days'`,
  `delete from sign_in_failures where failed_at < now() - interval '24 hours'`,
]

/**
 * Deletes rows of which the time has run out; nothing while another process does the same. The caller holds the
 * transaction.
 */
export async function trimTables(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [LOCK_KEY])
  if (!rows[0].mine) return
  for (const statement of TRIMMED) await db.query(statement)
}

/** Releases images that the instructions of no tag show, a month after they were uploaded: until then a draft may. */
export async function releaseUnshownImages(db: Queryable): Promise<void> {
  await db.query(
    `with gone as (delete from tag_images i where uploaded_at < now() - interval '30 days'
       and not exists (select 1 from tags t where t.project_id = i.project_id and strpos(t.instructions, i.sha256) > 0)
       returning project_id, sha256)
     insert into released_files (project_id, sha256) select project_id, sha256 from gone
     on conflict (project_id, sha256) do update set released_at = excluded.released_at`,
  )
}

/** Forgets URLs that were not used for a month. Answers their files. */
export async function forgetOldUrls(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ sha256: string }>(
    `delete from fetched_urls u where fetched_at < now() - interval '30 days'
       and (project_id, cache_key) in (select project_id, cache_key from fetched_urls
         where fetched_at < now() - interval '30 days' limit 1000) returning sha256`,
  )
  return rows.map(({ sha256 }) => sha256)
}

/** Forgets the archives of exports that have expired; the exports stay in the list. Answers the archives. */
export async function expireArchives(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ sha256: string }>(
    `update exports e set sha256 = null from (select project_id, id, sha256 from exports
       where expires_at < now() and sha256 is not null limit 1000) old
     where e.project_id = old.project_id and e.id = old.id returning old.sha256`,
  )
  return rows.map(({ sha256 }) => sha256)
}

const EXPIRED_AT_ONCE = 1000

/** Deletes uploaded files that nothing used in time, and releases their bytes. Answers whether there may be more. */
export async function expireFiles(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ deleted: number }>(
    `with gone as (delete from uploaded_files f using (select project_id, id from uploaded_files
         where expires_at < now() order by expires_at limit $1) old
       where f.project_id = old.project_id and f.id = old.id and f.expires_at < now() returning f.project_id, f.sha256),
     noted as (insert into released_files (project_id, sha256) select distinct project_id, sha256 from gone
       on conflict (project_id, sha256) do update set released_at = excluded.released_at)
     select count(*) as deleted from gone`,
    [EXPIRED_AT_ONCE],
  )
  return rows[0].deleted === EXPIRED_AT_ONCE
}

/** Uploads that were not finished in time, and what is left of finished ones, with what is kept of them. */
export async function expiredUploads(db: Queryable): Promise<(UploadPlace & { kept: KeptPart })[]> {
  const rows = await namedRows<UploadPlace & { received: number; pieces: number }>(
    db,
    `select project_id, id as upload_id, received, pieces from uploads
     where expires_at < now() and (writer_until is null or writer_until < now()) order by expires_at limit $1`,
    [EXPIRED_AT_ONCE],
  )
  return rows.map((row) => ({ projectId: row.projectId, uploadId: row.uploadId, kept: keptPart(row) }))
}
