import type { Queryable } from '../../postgres/pools.ts'
import type { Job } from '../jobs/jobs.ts'

/** One version of a job's result, named by its attachment. */
export interface Completion {
  version: number
  attachmentId: string
  annotations: number
}

export async function addResult(db: Queryable, job: Job, made: Completion): Promise<void> {
  await db.query(
    'insert into results (project_id, job_id, version, attachment_id, annotations) values ($1, $2, $3, $4, $5)',
    [job.projectId, job.jobId, made.version, made.attachmentId, made.annotations],
  )
}
