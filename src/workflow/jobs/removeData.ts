import type { Queryable } from '../../store/postgres/pools.ts'
import { type Job, type JobPlace, lockJobs } from '../../store/project/jobs/jobs.ts'
import { findSpace } from '../../store/project/jobs/privateSpaces.ts'
import { type DataKind, removeJobData } from '../../store/project/jobs/removal.ts'
import { listAnnotators } from '../../store/project/quality/consensus.ts'
import { listGiven } from '../../store/project/quality/goldGiven.ts'
import { dropScoredWork } from '../../store/project/quality/scoredWork.ts'

/** Removes the data of a job and people's work on their copies of it. Returns the files that it named. */
export async function removeData(db: Queryable, job: Job, kinds?: readonly DataKind[]): Promise<string[]> {
  const files = await removeJobData(db, job, kinds)
  const { projectId, jobId } = job
  await dropScoredWork(db, { projectId, jobId })
  for (const at of await copiesOf(db, job)) {
    const [copy] = await lockJobs(db, at.projectId, [at.jobId])
    if (copy) files.push(...(await removeJobData(db, copy, kinds)))
    // Scores of gold copies are stored with their project.
    await dropScoredWork(db, { projectId, jobId: at.jobId })
  }
  return files
}

async function copiesOf(db: Queryable, job: Job): Promise<JobPlace[]> {
  const places = (await listGiven(db, job)).map(({ copy }) => copy)
  for (const userId of await listAnnotators(db, job)) {
    const spaceId = await findSpace(db, job.projectId, userId)
    if (spaceId !== null) places.push({ projectId: spaceId, jobId: job.jobId })
  }
  return places
}
