import { readStoredJob, type StoredJobInput } from '../formats/jobBody/readInput.ts'
import { contextOfJob, type FileFacts } from '../formats/results/contextOfJob.ts'
import type { JobContext } from '../formats/results/jobContext.ts'
import type { AnnotationType } from '../model/annotationType.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import { type Asset, listAssets } from '../store/project/jobs/assets.ts'
import { type Job, readPayload } from '../store/project/jobs/jobs.ts'
import { findTagVersion } from '../store/project/tags/tags.ts'

export interface LoadedJob {
  context: JobContext
  stored: StoredJobInput
  assets: ReadonlyMap<string, Asset>
}

/** Brings together what is known of a job for reading or writing its annotations. */
export async function loadJob(db: Queryable, job: Job, known?: ReadonlyMap<string, Asset>): Promise<LoadedJob> {
  const payload = await readPayload(db, job.projectId, job.jobId)
  const tag = await findTagVersion(db, job.projectId, job.tag, job.tagVersion)
  if (!payload || !tag) throw new Error(`the payload or the tag of job ${job.jobId} is gone`)
  const stored = readStoredJob(payload, job.operation as AnnotationType, job.keptSensors)
  const assets = known ?? new Map((await listAssets(db, job.projectId, job.jobId)).map((asset) => [asset.field, asset]))
  const { jobId, referenceId, pointCloudFrame } = job
  // A tag that was put again with another operation still reads its old jobs as what they were.
  const asSent = { ...tag, operation: job.operation as AnnotationType }
  const context = contextOfJob({ jobId, referenceId, tag: asSent, pointCloudFrame, stored, files: factsOf(assets) })
  return { context, stored, assets }
}

function factsOf(assets: ReadonlyMap<string, Asset>): Map<string, FileFacts> {
  return new Map([...assets].map(([field, asset]) => [field, asset.facts as FileFacts]))
}
