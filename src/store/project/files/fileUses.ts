import type { Queryable } from '../../postgres/pools.ts'

/** A job or an ingest. */
export interface FileUser {
  kind: 'job' | 'ingest'
  id: string
}

/**
 * Notes that jobs or ingests use files, which then stay. Call it in the transaction that makes the users. Files that are
 * gone are left out: the validation of the job reports them.
 */
export async function noteFileUses(
  db: Queryable,
  projectId: string,
  uses: readonly { user: FileUser; fileIds: readonly string[] }[],
): Promise<void> {
  const pairs = uses.flatMap(({ user, fileIds }) => [...new Set(fileIds)].map((fileId) => ({ user, fileId })))
  if (pairs.length === 0) return
  const fileIds = [...new Set(pairs.map(({ fileId }) => fileId))]
  // Always in the same order, so that two writers never wait for each other.
  const { rows } = await db.query<{ id: string }>(
    `select id from uploaded_files
     where project_id = $1 and id = any($2) and (expires_at is null or expires_at > now()) order by id for update`,
    [projectId, fileIds],
  )
  const there = new Set(rows.map(({ id }) => id))
  const kept = pairs.filter(({ fileId }) => there.has(fileId))
  await db.query(
    `insert into file_uses (project_id, file_id, user_kind, user_id)
     select $1, u.file_id, u.user_kind, u.user_id from unnest($2::uuid[], $3::text[], $4::uuid[]) as u(file_id, user_kind, user_id)
     on conflict do nothing`,
    [projectId, kept.map(({ fileId }) => fileId), kept.map(({ user }) => user.kind), kept.map(({ user }) => user.id)],
  )
  await db.query(
    'update uploaded_files set expires_at = null where project_id = $1 and id = any($2) and expires_at is not null',
    [projectId, [...there]],
  )
}

/**
 * A job or ingest no longer uses its files, except those given. Those that nothing else uses expire as they would have
 * without it; those that ingests made, and those that would have expired by now, are deleted, and their bytes noted as
 * released. Answers these bytes.
 */
export async function releaseFiles(
  db: Queryable,
  projectId: string,
  user: FileUser,
  except: readonly string[] = [],
): Promise<string[]> {
  const ofUser = [projectId, user.kind, user.id, except]
  const { rows: used } = await db.query<{ file_id: string }>(
    'select file_id from file_uses where project_id = $1 and user_kind = $2 and user_id = $3 and file_id <> all($4)',
    ofUser,
  )
  if (used.length === 0) return []
  const of = [projectId, used.map(({ file_id }) => file_id)]
  await db.query('select 1 from uploaded_files where project_id = $1 and id = any($2) order by id for update', of)
  await db.query(
    'delete from file_uses where project_id = $1 and user_kind = $2 and user_id = $3 and file_id <> all($4)',
    ofUser,
  )
  const { rows: deleted } = await db.query<{ sha256: string }>(
    `delete from uploaded_files f where project_id = $1 and id = any($2) and (origin = 'ingest' or kept_until < now())
       and ${UNUSED} returning sha256`,
    of,
  )
  await db.query(
    `update uploaded_files f set expires_at = kept_until where project_id = $1 and id = any($2) and ${UNUSED}`,
    of,
  )
  const files = [...new Set(deleted.map(({ sha256 }) => sha256))].sort()
  await db.query(
    `insert into released_files (project_id, sha256) select $1, unnest($2::text[])
     on conflict (project_id, sha256) do update set released_at = excluded.released_at`,
    [projectId, files],
  )
  return files
}

const UNUSED = `not exists (select 1 from file_uses u
  where u.project_id = $1 and u.project_id = f.project_id and u.file_id = f.id)`

/** Those of the files that something uses. */
export async function filesInUse(db: Queryable, projectId: string, fileIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ file_id: string }>(
    'select distinct file_id from file_uses where project_id = $1 and file_id = any($2)',
    [projectId, fileIds],
  )
  return new Set(rows.map(({ file_id }) => file_id))
}
