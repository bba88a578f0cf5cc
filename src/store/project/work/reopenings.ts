import type { AuditActor } from '../../../model/audit.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { nullable, type RowOf, Table, text, timestamp } from '../../postgres/table.ts'
import type { JobPlace } from '../jobs/jobs.ts'

export const JOB_REOPENINGS = new Table('job_reopenings', { reason: nullable(text), created_at: timestamp })

export interface Reopening {
  /** null: by an API key. */
  userName: string | null
  reason: string | null
  at: Date
}

export async function addReopenings(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  { type, id }: Pick<AuditActor, 'type' | 'id'>,
  reason: string | null,
): Promise<void> {
  await db.query(
    `insert into job_reopenings (project_id, job_id, user_id, key_id, reason)
     select $1, unnest($2::uuid[]), $3, $4, $5`,
    [projectId, jobIds, type === 'user' ? id : null, type === 'key' ? id : null, reason],
  )
}

/** The last one last. */
export async function listReopenings(db: Queryable, { projectId, jobId }: JobPlace): Promise<Reopening[]> {
  const { rows } = await db.query<RowOf<typeof JOB_REOPENINGS> & { name: string | null }>(
    `select coalesce(u.name, u.email) as name, r.reason, r.created_at
     from job_reopenings r left join users u on u.id = r.user_id
     where r.project_id = $1 and r.job_id = $2 order by r.created_at`,
    [projectId, jobId],
  )
  return rows.map((row) => ({ userName: row.name, reason: row.reason, at: row.created_at }))
}
