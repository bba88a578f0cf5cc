import type { KeptJob } from '../formats/results/keptJob.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import { homeOf, type Job } from '../store/project/jobs/jobs.ts'
import { findTagVersion } from '../store/project/tags/tags.ts'
import { readKeptJob } from '../workflow/jobs/readKeptJob.ts'

/** The stored values of a job that reading or writing its annotations needs. */
export async function keptJobOf(db: Queryable, job: Job): Promise<KeptJob> {
  const tag = await findTagVersion(db, homeOf(job), job.tag, job.tagVersion)
  const source = tag && (await readKeptJob(db, job, tag))
  if (!source) throw new Error(`the payload or the tag of job ${job.jobId} is gone`)
  return source
}
