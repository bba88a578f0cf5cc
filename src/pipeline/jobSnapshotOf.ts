import type { JobSnapshot } from '../formats/results/jobSnapshot.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import { homeOf, type Job } from '../store/project/jobs/jobs.ts'
import { findTagVersion } from '../store/project/tags/tags.ts'
import { readJobSnapshot } from '../workflow/jobs/readJobSnapshot.ts'

/** The stored values of a job that reading or writing its annotations needs. */
export async function jobSnapshotOf(db: Queryable, job: Job): Promise<JobSnapshot> {
  const tag = await findTagVersion(db, homeOf(job), job.tag, job.tagVersion)
  const source = tag && (await readJobSnapshot(db, job, tag))
  if (!source) throw new Error(`the payload or the tag of job ${job.jobId} is gone`)
  return source
}
