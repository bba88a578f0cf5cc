import type { Queryable } from '../../postgres/pools.ts'
import { homeOf, type Job, type JobPlace } from '../jobs/jobs.ts'

/** SQL over a job `j`: the person ($1) worked on the job that it is a copy of. */
const WORKED_ON_ORIGIN = `exists (select 1 from assignments o where o.project_id = j.origin_project
    and o.job_id = j.origin_job and o.user_id = $1)`

const NO_CONSENSUS = `not exists (select 1 from assignments o where o.project_id = j.project_id and o.job_id = j.id
    and o.user_id = $1 and o.purpose = 'consensus')`

/** SQL over a job `j`: the person ($1) did not annotate it, or the project lets people review their own work. */
export const NOT_OWN_WORK = `((j.annotator_id is distinct from $1 or exists (select 1 from projects p
    where p.id = coalesce(j.origin_project, j.project_id) and p.self_review)) and not ${WORKED_ON_ORIGIN}
    and ${NO_CONSENSUS})`

/** The same from rows of the job's own project only: it does not cover private copies. */
export const NOT_OWN_WORK_HERE = `(j.origin_project is not null or (j.annotator_id is distinct from $1
    or exists (select 1 from projects p where p.id = j.project_id and p.self_review)) and ${NO_CONSENSUS})`

/** Whether the person would review their own work, and the project does not allow that. */
export async function isOwnWork(db: Queryable, job: Job, userId: string): Promise<boolean> {
  if (await hasPart(db, job, userId, 'consensus')) return true
  if (job.origin && (await hasPart(db, job.origin, userId, null))) return true
  if (job.annotatorId !== userId) return false
  const { rows } = await db.query<{ self_review: boolean }>('select self_review from projects where id = $1', [
    homeOf(job),
  ])
  return !rows[0]?.self_review
}

/** Whether the person had the job before, whatever the outcome. */
export const hasHad = (db: Queryable, job: JobPlace, userId: string): Promise<boolean> => hasPart(db, job, userId, null)

async function hasPart(db: Queryable, at: JobPlace, userId: string, purpose: 'consensus' | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from assignments where project_id = $1 and job_id = $2 and user_id = $3
       and ($4::text is null or purpose = $4) limit 1`,
    [at.projectId, at.jobId, userId, purpose],
  )
  return rowCount === 1
}
