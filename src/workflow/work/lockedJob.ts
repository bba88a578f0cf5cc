import type { Queryable } from '../../store/postgres/pools.ts'
import { type Job, type JobPlace, lockJobs } from '../../store/project/jobs/jobs.ts'
import { jobNotFound } from '../refusal.ts'

/** The job, locked against change until the caller's transaction ends. */
export async function lockedJob(db: Queryable, { projectId, jobId }: JobPlace): Promise<Job> {
  const [job] = await lockJobs(db, projectId, [jobId])
  if (!job) throw jobNotFound()
  return job
}
