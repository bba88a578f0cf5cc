import type { Queryable } from '../../postgres/pools.ts'
import { int, type RowOf, Table, text, timestamp, uuid } from '../../postgres/table.ts'
import type { Job } from '../jobs/jobs.ts'

/** Work that came after its lease had passed on, to be taken or dropped. */
export interface Draft {
  draftId: string
  userId: string
  userName: string
  baseVersion: number
  operationCount: number
  createdAt: Date
}

export const WORK_DRAFTS = new Table('work_drafts', {
  id: uuid,
  user_id: uuid,
  base_version: int,
  operations: text,
  operation_count: int,
  created_at: timestamp,
})
type DraftRow = RowOf<typeof WORK_DRAFTS>

type At = Pick<Job, 'projectId' | 'jobId'>

/** Under an id that the browser made: if it is sent again after a lost answer, it is stored once. */
export async function addDraft(
  db: Queryable,
  at: At,
  made: { draftId: string; userId: string; baseVersion: number; operations: string | Buffer; operationCount: number },
): Promise<void> {
  await db.query(
    `insert into work_drafts (project_id, job_id, id, user_id, base_version, operations, operation_count)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [at.projectId, at.jobId, made.draftId, made.userId, made.baseVersion, made.operations, made.operationCount],
  )
}

/** What a person's drafts in one project may take: their number, and the bytes of their operations. */
export interface DraftLimits {
  count: number
  bytes: number
}

/** Removes the oldest drafts of a person above the limits; the newest of each job stays. Returns how many went. */
export async function trimDrafts(
  db: Queryable,
  { projectId, userId }: { projectId: string; userId: string },
  { count, bytes }: DraftLimits,
): Promise<number> {
  const { rowCount } = await db.query<Pick<DraftRow, 'id'>>(
    `delete from work_drafts d using (
       select job_id, id, newest_of_job,
         row_number() over kept as place, sum(octet_length(operations)) over kept as bytes
       from (
         select job_id, id, operations, created_at,
           row_number() over (partition by job_id order by created_at desc, id desc) = 1 as newest_of_job
         from work_drafts where project_id = $1 and user_id = $2
       ) ranked
       window kept as (order by newest_of_job desc, created_at desc, id desc)
     ) placed
     where d.project_id = $1 and d.job_id = placed.job_id and d.id = placed.id
       and not placed.newest_of_job and (placed.place > $3 or placed.bytes > $4)`,
    [projectId, userId, count, bytes],
  )
  return rowCount ?? 0
}

export async function listDrafts(db: Queryable, at: At): Promise<Draft[]> {
  const { rows } = await db.query<Omit<DraftRow, 'operations'> & { name: string }>(
    `select d.id, d.user_id, coalesce(u.name, u.email) as name, d.base_version, d.operation_count, d.created_at
     from work_drafts d join users u on u.id = d.user_id
     where d.project_id = $1 and d.job_id = $2 order by d.created_at, d.id`,
    [at.projectId, at.jobId],
  )
  return rows.map((row) => ({
    draftId: row.id,
    userId: row.user_id,
    userName: row.name,
    baseVersion: row.base_version,
    operationCount: row.operation_count,
    createdAt: row.created_at,
  }))
}

/** Removes the draft and returns its operations (JSON); null if it no longer exists. */
export async function takeDraft(
  db: Queryable,
  at: At,
  draftId: string,
): Promise<{ userId: string; operations: string } | null> {
  const { rows } = await db.query<Pick<DraftRow, 'user_id' | 'operations'>>(
    'delete from work_drafts where project_id = $1 and job_id = $2 and id = $3 returning user_id, operations',
    [at.projectId, at.jobId, draftId],
  )
  return rows[0] ? { userId: rows[0].user_id, operations: rows[0].operations } : null
}
