import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { refusal } from '../../formats/jobBody/jobBody.ts'
import { STATUS_OF } from '../../model/stage.ts'
import type { NewJob } from '../../store/cluster/jobs/ingest.ts'
import { findJobByReference } from '../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchBatch, refused } from '../http/apiError.ts'
import type { JobReading } from '../threads/jobCheck.ts'
import type { JobCreated } from './answers.ts'
import { checkBody } from './bodyChecks.ts'
import { refuseForeignCallback } from './callbackOrigin.ts'

export type CreatedJob = Static<typeof JobCreated>

/** A job body that passed every check but that of its reference_id. */
export interface CheckedJob {
  row: NewJob
  /** Of its files, where they were asked for. */
  urls: readonly string[]
}

/** Checks a body; throws the refusal. Nothing is written. `bytes` are used up: the job's own are in its row. */
export async function checkSubmission(
  context: ApiContext,
  projectId: string,
  bytes: Buffer,
  withUrls = false,
): Promise<CheckedJob> {
  const checked = await checkBody(context, projectId, bytes, withUrls)
  return checkReading(context, projectId, checked.reading, checked.bytes)
}

/** The checks that ask the database, for a body that was read. */
export async function checkReading(
  context: ApiContext,
  projectId: string,
  reading: JobReading,
  bytes: Uint8Array,
): Promise<CheckedJob> {
  if ('refusal' in reading) throw refused(reading.refusal)
  const { job } = reading
  const { projects } = context
  const batchId = job.batchId?.toLowerCase() ?? (await projects.get(projectId)).defaultBatchId
  const batch = await projects.batch(projectId, batchId)
  if (!batch) throw noSuchBatch()
  if (job.callbackUrl !== null) await refuseForeignCallback(context, projectId, job.callbackUrl)
  if (job.predictionFault) throw refused(refusal('GE_0002', [job.predictionFault]))
  const row: NewJob = {
    projectId,
    jobId: randomUUID(),
    batchId,
    referenceId: job.referenceId,
    tag: job.tag,
    tagVersion: (await projects.get(projectId)).tags.get(job.tag)?.version ?? 1,
    operation: job.operation,
    priorityWeight: job.priorityWeight,
    frames: job.frames,
    payloadSha256: Buffer.from(job.payloadSha256),
    body: bytes,
    callbackUrl: job.callbackUrl ?? batch.callbackUrl,
    warnings: job.warnings,
    keptSensors: job.usedSensors,
  }
  return { row, urls: job.urls }
}

/** The answer of a job that was created (spec 2.9). */
export function createdAnswer({ row }: CheckedJob): CreatedJob {
  return { job_id: row.jobId, reference_id: row.referenceId, tag: row.tag, warnings: [...row.warnings] }
}

/** The 409 that names the job which holds the reference_id. */
export async function referenceTaken(context: ApiContext, row: NewJob): Promise<ApiError> {
  const job = await findJobByReference(context.pool, row.projectId, row.referenceId)
  if (!job) throw new Error('a job that held this reference_id is gone')
  return new ApiError('FS_0001', `reference_id was used before, by job ${job.jobId}`, {
    failures: [{ field: 'reference_id', type: 'DUPLICATE' }],
    meta: {
      job_id: job.jobId,
      status: STATUS_OF[job.stage],
      same_payload: job.payloadSha256.equals(row.payloadSha256),
    },
  })
}

/** Checks and creates one job: the answer after the commit, or the refusal thrown. */
export async function submit(context: ApiContext, projectId: string, bytes: Buffer) {
  const checked = await checkSubmission(context, projectId, bytes)
  if (await context.ingest.add(checked.row)) return createdAnswer(checked)
  throw await referenceTaken(context, checked.row)
}
