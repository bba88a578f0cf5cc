import type { Queryable } from '../../postgres/pools.ts'
import type { Job } from '../jobs/jobs.ts'

/** SQL over a job `j`: the person ($1) worked on the job that it is a copy of. */
export const WORKED_ON_ORIGIN = `exists (select 1 from assignments o where o.project_id = j.origin_project
    and o.job_id = j.origin_job and o.user_id = $1)`

/** SQL over a job `j`: the person ($1) did not annotate it, or the project lets people review their own work. */
export const NOT_OWN_WORK = `((j.annotator_id is distinct from $1 or exists (select 1 from projects p
    where p.id = coalesce(j.origin_project, j.project_id) and p.self_review)) and not ${WORKED_ON_ORIGIN}
    and not exists (select 1 from assignments o where o.project_id = j.project_id and o.job_id = j.id and o.user_id = $1
      and o.purpose = 'consensus'))`

/** Whether the person would review their own work, and the project does not allow that. */
export async function isOwnWork(db: Queryable, job: Job, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ own: boolean }>(
    `select not ${NOT_OWN_WORK} as own from jobs j where j.project_id = $2 and j.id = $3`,
    [userId, job.projectId, job.jobId],
  )
  return rows[0]?.own ?? false
}
