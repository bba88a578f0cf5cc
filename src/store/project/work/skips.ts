import type { Queryable } from '../../postgres/pools.ts'
import { type RowOf, Table, text, timestamp } from '../../postgres/table.ts'
import type { Job } from '../jobs/jobs.ts'

export async function addSkip(db: Queryable, job: Job, userId: string, reason: string): Promise<void> {
  await db.query('insert into job_skips (project_id, job_id, user_id, reason) values ($1, $2, $3, $4)', [
    job.projectId,
    job.jobId,
    userId,
    reason,
  ])
}

export const JOB_SKIPS = new Table('job_skips', { reason: text, created_at: timestamp })

export async function listSkips(
  db: Queryable,
  projectId: string,
  jobId: string,
): Promise<{ userName: string; reason: string; at: Date }[]> {
  const { rows } = await db.query<RowOf<typeof JOB_SKIPS> & { name: string }>(
    `select coalesce(u.name, u.email) as name, s.reason, s.created_at from job_skips s join users u on u.id = s.user_id
     where s.project_id = $1 and s.job_id = $2 order by s.created_at`,
    [projectId, jobId],
  )
  return rows.map((row) => ({ userName: row.name, reason: row.reason, at: row.created_at }))
}
