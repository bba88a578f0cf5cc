import type { JobSource } from '../formats/results/jobSource.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import type { Job } from '../store/project/jobs/jobs.ts'
import { findTagVersion } from '../store/project/tags/tags.ts'
import { readJobSource } from '../workflow/jobs/readJobSource.ts'

/** What is kept of a job, for reading or writing its annotations. */
export async function jobSource(db: Queryable, job: Job): Promise<JobSource> {
  const tag = await findTagVersion(db, job.projectId, job.tag, job.tagVersion)
  const source = tag && (await readJobSource(db, job, tag))
  if (!source) throw new Error(`the payload or the tag of job ${job.jobId} is gone`)
  return source
}
