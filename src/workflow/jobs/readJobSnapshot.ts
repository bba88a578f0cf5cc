import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import type { Tag } from '../../model/tag.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { listFileFacts } from '../../store/project/jobs/assets.ts'
import { dataPlaceOf, type Job, readPayload } from '../../store/project/jobs/jobs.ts'

/** null where the job's data was removed. */
export async function readJobSnapshot(
  db: Queryable,
  job: Job,
  tag: Omit<Tag, 'annotationType'>,
): Promise<JobSnapshot | null> {
  const { jobId, referenceId, pointCloudFrame, keptSensors } = job
  const origin = dataPlaceOf(job)
  const [payload, files] = await Promise.all([
    readPayload(db, origin.projectId, origin.jobId),
    listFileFacts(db, origin.projectId, origin.jobId),
  ])
  if (!payload) return null
  // A tag that was put again with another operation still reads its old jobs as what they were.
  const asSent = { ...tag, annotationType: job.annotationType }
  return { payload, keptSensors, jobId, referenceId, tag: asSent, pointCloudFrame, files }
}
