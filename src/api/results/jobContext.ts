import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { camerasOfJob } from '../../formats/results/camerasOfJob.ts'
import { contextOfJob, type FileFacts } from '../../formats/results/contextOfJob.ts'
import type { JobContext } from '../../formats/results/jobContext.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import type { CameraOfFrame } from '../../model/document/projectedBoxes.ts'
import { listAssets } from '../../store/project/jobs/assets.ts'
import { type Job, readPayload } from '../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'

/** What has to be known of a job to read annotations of it. */
export async function readJobContext(
  { pool, projects }: ApiContext,
  job: Job,
): Promise<{ job: JobContext; cameras: CameraOfFrame[] }> {
  const [payload, tag, assets] = await Promise.all([
    readPayload(pool, job.projectId, job.jobId),
    projects.tagOfJob(job),
    listAssets(pool, job.projectId, job.jobId),
  ])
  if (!payload || !tag)
    throw new ApiError('JOB_STATE', 'the data of this job was removed', { meta: { stage: job.stage } })
  const operation = job.operation as AnnotationType
  const stored = readStoredJob(payload, operation, job.keptSensors)
  const files = new Map(assets.map((asset) => [asset.field, asset.facts as FileFacts]))
  const { jobId, referenceId, pointCloudFrame } = job
  const known = contextOfJob({ jobId, referenceId, tag: { ...tag, operation }, pointCloudFrame, stored, files })
  return { job: known, cameras: camerasOfJob(stored.input, files) }
}
