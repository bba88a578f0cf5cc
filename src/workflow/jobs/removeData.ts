import type { Queryable } from '../../store/postgres/pools.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { type DataKind, removeJobData } from '../../store/project/jobs/removal.ts'
import { listGiven } from '../../store/project/quality/goldGiven.ts'
import { lockedJob } from '../work/lockedJob.ts'

/** Removes the data of a job and what people made of their copies of it. Answers the files that were named. */
export async function removeData(db: Queryable, job: Job, kinds?: readonly DataKind[]): Promise<string[]> {
  const files = await removeJobData(db, job, kinds)
  for (const { copy } of await listGiven(db, job)) {
    files.push(...(await removeJobData(db, await lockedJob(db, copy), kinds)))
  }
  return files
}
