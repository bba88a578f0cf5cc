import { createHash, randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { findAccessRule } from '../../egress/accessRules.ts'
import { checkUrl } from '../../egress/target.ts'
import { frameCount } from '../../formats/jobBody/input.ts'
import { checkJobBody, type JobBody, type JobRules } from '../../formats/jobBody/jobBody.ts'
import { isObject } from '../../formats/jobBody/shape.ts'
import type { KeptSensor } from '../../formats/jobBody/wire.ts'
import { STATUS_OF } from '../../model/stage.ts'
import type { NewJob } from '../../store/cluster/jobs/ingest.ts'
import { findJobByReference } from '../../store/project/jobs/jobs.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchBatch, refused } from '../http/apiError.ts'
import type { JobCreated } from './answers.ts'
import { refuseForeignCallback } from './callbackOrigin.ts'
import { refusePrediction } from './prediction.ts'

export type CreatedJob = Static<typeof JobCreated>

/** A job body that passed every check but that of its reference_id. */
export interface CheckedJob {
  body: JobBody
  row: NewJob
}

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** What the checks of a body have to know of its project. */
export async function jobRules(context: ApiContext, projectId: string, parsed: unknown): Promise<JobRules> {
  const { projects, allowNetworks } = context
  // Asked for by name first, so that a tag made a moment ago by another process is known below.
  const name = isObject(parsed) ? parsed.tag : undefined
  if (typeof name === 'string') await projects.tag(projectId, name)
  const { tags, sensors, accessRules } = await projects.get(projectId)
  return {
    operationOf: (tag) => tags.get(tag)?.operation,
    keptSensors: sensors,
    checkUrl: (url) => checkUrl(url, { allowNetworks, s3Allowed: findAccessRule(url, accessRules) !== null }),
  }
}

/** Checks a parsed body whose bytes are given; throws the refusal. Nothing is written. */
export async function checkSubmission(
  context: ApiContext,
  projectId: string,
  parsed: unknown,
  bytes: Uint8Array,
): Promise<CheckedJob> {
  const rules = await jobRules(context, projectId, parsed)
  const checked = checkJobBody(parsed, rules, context.checkData)
  if ('code' in checked) throw refused(checked)
  const remembered = await context.projects.get(projectId)
  const batchId = checked.batchId?.toLowerCase() ?? remembered.defaultBatchId
  const batch = await context.projects.batch(projectId, batchId)
  if (!batch) throw noSuchBatch()
  if (checked.callbackUrl !== null) await refuseForeignCallback(context, projectId, checked.callbackUrl)
  const tag = remembered.tags.get(checked.tag)!
  if (checked.prediction) refusePrediction(checked.prediction, tag)
  const row: NewJob = {
    projectId,
    jobId: randomUUID(),
    batchId,
    referenceId: checked.referenceId,
    tag: checked.tag,
    operation: tag.operation,
    priorityWeight: checked.priorityWeight,
    frames: frameCount(checked.input),
    payloadSha256: sha256(bytes),
    body: bytes,
    callbackUrl: checked.callbackUrl ?? batch.callbackUrl,
    warnings: checked.warnings,
    keptSensors: usedKeptSensors(checked, remembered.sensors),
  }
  return { body: checked, row }
}

/** Kept configurations as they are now: a later change of theirs is not to change this job. */
export function usedKeptSensors(body: Pick<JobBody, 'input'>, kept: ReadonlyMap<string, KeptSensor>): object | null {
  if (kept.size === 0 || body.input.kind === 'image' || body.input.kind === 'video') return null
  const used = body.input.sensors
    .filter((sensor) => kept.has(sensor.id))
    .map((sensor) => [sensor.id, kept.get(sensor.id)!])
  return used.length ? Object.fromEntries(used) : null
}

/** The answer of a job that was created (spec 2.9). */
export function createdAnswer({ body, row }: CheckedJob): CreatedJob {
  return { job_id: row.jobId, reference_id: row.referenceId, tag: row.tag, warnings: body.warnings }
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
export async function submit(context: ApiContext, projectId: string, parsed: unknown, bytes: Uint8Array) {
  const checked = await checkSubmission(context, projectId, parsed, bytes)
  if (await context.ingest.add(checked.row)) return createdAnswer(checked)
  throw await referenceTaken(context, checked.row)
}
