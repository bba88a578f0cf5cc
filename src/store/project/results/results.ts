import type { FindingCounts } from '../../../model/checks/finding.ts'
import type { Queryable } from '../../postgres/pools.ts'
import type { Job } from '../jobs/jobs.ts'

/** One version of a job's result, named by its attachment. */
export interface JobResult {
  version: number
  attachmentId: string
  annotations: number
  findings: FindingCounts
}

/** Results of jobs of one project. */
export async function addResults(
  db: Queryable,
  projectId: string,
  all: readonly { job: Pick<Job, 'jobId'>; made: JobResult }[],
): Promise<void> {
  await db.query(
    `insert into results (project_id, job_id, version, attachment_id, annotations)
     select $1, * from unnest($2::uuid[], $3::int[], $4::uuid[], $5::bigint[])`,
    [
      projectId,
      all.map(({ job }) => job.jobId),
      all.map(({ made }) => made.version),
      all.map(({ made }) => made.attachmentId),
      all.map(({ made }) => made.annotations),
    ],
  )
}
