import { createHash } from 'node:crypto'
import { faultAt } from '../../formats/errors/fault.ts'
import { refusal } from '../../formats/jobBody/jobBody.ts'
import { STATUS_OF } from '../../model/stage.ts'
import { type NewJob, writeJobs } from '../../store/cluster/jobs/writeJobs.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { askDryRun } from '../../store/project/dryRuns/dryRuns.ts'
import { addIdempotencyKey, findIdempotencyKey } from '../../store/project/jobs/idempotencyKeys.ts'
import { newJobId } from '../../store/project/jobs/jobId.ts'
import { findJobByReference } from '../../store/project/jobs/jobs.ts'
import { namedFileIds } from '../files/files.ts'
import { batchClosed, batchNotFound, refused, WorkflowRefusal } from '../refusal.ts'
import type { JobBodyFacts } from './jobBodyFacts.ts'

/** The facts of a project that the rules of a submission need; api answers from its cache. */
export interface KnownProjects {
  get(projectId: string): Promise<{
    defaultBatchId: string
    tags: ReadonlyMap<string, { version: number }>
    callbackOrigins: ReadonlySet<string>
  }>
  batch(projectId: string, batchId: string): Promise<{ callbackUrl: string | null } | null>
}

/**
 * The row of a job whose body passed its checks, by the rules that ask the project: batch, callback address, uploaded files. Nothing is
 * written.
 * @throws WorkflowRefusal
 */
export async function newJob(
  pool: Pool,
  projects: KnownProjects,
  projectId: string,
  body: JobBodyFacts,
  bytes: Uint8Array,
): Promise<NewJob> {
  const { defaultBatchId, tags, callbackOrigins } = await projects.get(projectId)
  const batchId = body.batchId?.toLowerCase() ?? defaultBatchId
  const batch = await projects.batch(projectId, batchId)
  if (!batch) throw batchNotFound()
  if (body.callbackUrl !== null) refuseForeignCallback(callbackOrigins, body.callbackUrl)
  if (body.predictionFault) throw refused(refusal('GE_0002', [body.predictionFault]))
  const fileIds = await namedFileIds(pool, projectId, body.uploads)
  return {
    projectId,
    jobId: newJobId(projectId),
    batchId,
    referenceId: body.referenceId,
    tag: body.tag,
    tagVersion: tags.get(body.tag)?.version ?? 1,
    annotationType: body.annotationType,
    priorityWeight: body.priorityWeight,
    frames: body.frames,
    payloadSha256: Buffer.from(body.payloadSha256),
    body: bytes,
    callbackUrl: body.callbackUrl ?? batch.callbackUrl,
    warnings: body.warnings,
    keptSensors: body.usedSensors,
    metadata: body.metadata,
    fileIds,
  }
}

/**
 * A job's or batch's own callback address must share the origin of the project's, or of one of its allowed origins: a
 * submitter must not be able to send the service key elsewhere.
 */
export function refuseForeignCallback(callbackOrigins: ReadonlySet<string>, url: string): void {
  if (callbackOrigins.has(new URL(url).origin)) return
  throw new WorkflowRefusal(
    'GE_0002',
    "callback_url has to share the origin of the project's callback or of an allowed origin",
    { failures: [faultAt('callback_url', 'NOT_ALLOWED', "an address of the project's origins", url)] },
  )
}

/** Writes jobs in groups (see JobIngest): true once the job is committed, false when it could not be created. */
interface Ingest {
  add(job: NewJob): Promise<boolean>
}

/** Creates the job; answers after the commit. @throws WorkflowRefusal when its reference_id was used before. */
export async function submitJob(pool: Pool, ingest: Ingest, job: NewJob): Promise<NewJob> {
  if (await ingest.add(job)) return job
  throw await creationConflict(pool, job)
}

/** The answer of the first call with an Idempotency-Key: the created job, as it was answered. */
export interface FirstAnswer {
  job_id: string
  reference_id: string
  tag: string
  warnings: { field: string; type: string }[]
}

export const answerOf = (job: NewJob): FirstAnswer => ({
  job_id: job.jobId,
  reference_id: job.referenceId,
  tag: job.tag,
  warnings: [...job.warnings],
})

class NotCreated extends Error {}

/**
 * Creates a job under an Idempotency-Key, in a separate transaction: key and job are written together, so the same key
 * gives the first answer again for a day, and is refused with another body.
 */
export async function submitJobOnce(
  pool: Pool,
  { projectId, key, bytes }: { projectId: string; key: string; bytes: Buffer },
  check: (bytes: Buffer) => Promise<NewJob>,
): Promise<FirstAnswer> {
  const bodySha256 = createHash('sha256').update(bytes).digest()
  const before = await firstAnswer(pool, projectId, key, bodySha256)
  if (before) return before
  const job = await check(bytes)
  const answer = answerOf(job)
  try {
    const won = await withTransaction(pool, async (db) => {
      if (!(await addIdempotencyKey(db, projectId, { key, bodySha256, answer }))) return false
      // Rolls back: a key must not remember an answer that was never given.
      if (!(await writeJobs(db, [job])).has(job.jobId)) throw new NotCreated()
      return true
    })
    if (!won) return (await firstAnswer(pool, projectId, key, bodySha256)) ?? answer
  } catch (error) {
    if (error instanceof NotCreated) throw await creationConflict(pool, job)
    throw error
  }
  return answer
}

/** Asks a worker to try the downloads of a body that passed its checks; no job is created. Answers the id of the dry run. */
export const startDryRun = (pool: Pool, projectId: string, body: Buffer): Promise<string> =>
  withTransaction(pool, (db) => askDryRun(db, projectId, body))

async function firstAnswer(db: Queryable, projectId: string, key: string, bodySha256: Buffer) {
  const known = await findIdempotencyKey<FirstAnswer>(db, projectId, key)
  if (!known || known.bodySha256.equals(bodySha256)) return known?.answer ?? null
  throw new WorkflowRefusal('IDEMPOTENCY_CONFLICT', 'this Idempotency-Key was used before with another body')
}

/** The 409 that names the job with the reference_id, or says that the batch accepts no more jobs. */
async function creationConflict(
  db: Queryable,
  { projectId, batchId, referenceId, payloadSha256 }: NewJob,
): Promise<WorkflowRefusal> {
  const job = await findJobByReference(db, projectId, referenceId)
  if (!job) return batchClosed(batchId)
  return new WorkflowRefusal('FS_0001', `reference_id was used before, by job ${job.jobId}`, {
    failures: [faultAt('reference_id', 'DUPLICATE', 'another for each job', referenceId)],
    meta: {
      job_id: job.jobId,
      status: STATUS_OF[job.stage],
      same_payload: job.payloadSha256.equals(payloadSha256),
    },
  })
}
