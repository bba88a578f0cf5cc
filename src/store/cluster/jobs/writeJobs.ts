import type { AnnotationType } from '../../../model/annotationType.ts'
import type { JobMetadata } from '../../../model/jobMetadata.ts'
import type { Queryable } from '../../postgres/pools.ts'
import type { TakenPositions } from './otherWriters.ts'
import type { Block } from './reserve.ts'
import { WRITE_OF_MANY, WRITE_OF_ONE, WRITE_RESERVED } from './writeStatements.ts'

/** A job that passed its checks, ready to be written. */
export interface NewJob {
  projectId: string
  jobId: string
  batchId: string
  referenceId: string
  tag: string
  tagVersion: number
  annotationType: AnnotationType
  priorityWeight: number
  frames: number
  payloadSha256: Buffer
  /** The job's bytes as they were received. */
  body: Uint8Array
  callbackUrl: string | null
  warnings: readonly { field: string; type: string }[]
  keptSensors: object | null
  metadata: JobMetadata
}

/**
 * Writes jobs, their bodies, tasks and counters; returns the ids of those whose reference_id was free and whose batch
 * is not closed. A large body is written first: the statement below locks the row of the batch, and other jobs of it
 * wait.
 */
export async function writeJobs(db: Queryable, jobs: readonly NewJob[]): Promise<Set<string>> {
  const { made } = await writeFlush(db, jobs, null)
  return made
}

/** What a flush made, and the positions of each batch that took jobs. */
export interface Written {
  made: Set<string>
  taken: TakenPositions[]
}

/** `writeJobs` with positions that were taken before; null: they are taken with the jobs. */
export async function writeFlush(
  db: Queryable,
  jobs: readonly NewJob[],
  reserved: readonly Block[] | null,
): Promise<Written> {
  const early = jobs.filter(isLarge)
  for (const { projectId, jobId, body } of early) {
    const text = 'insert into job_payloads (project_id, job_id, body) values ($1, $2, $3)'
    await db.query(`set local statement_timeout = ${LARGE_TIMEOUT_MS}`)
    const values = [projectId, jobId, asBuffer(body)]
    await db.query({ name: 'write-large-body', text, values, query_timeout: LARGE_TIMEOUT_MS })
  }
  let at = 1
  const rows = jobs.map((job, n) => {
    const row = {
      n,
      project_id: job.projectId,
      id: job.jobId,
      batch_id: job.batchId,
      reference_id: job.referenceId,
      tag: job.tag,
      tag_version: job.tagVersion,
      operation: job.annotationType,
      priority_weight: job.priorityWeight,
      frames: job.frames,
      payload_sha256: job.payloadSha256.toString('hex'),
      callback_url: job.callbackUrl ?? undefined,
      kept_sensors: job.keptSensors ?? undefined,
      warnings: job.warnings.length ? job.warnings : undefined,
      metadata: Object.keys(job.metadata).length ? job.metadata : undefined,
      at,
      len: isLarge(job) ? undefined : job.body.length,
    }
    at += isLarge(job) ? 0 : job.body.length
    return row
  })
  const bodies = Buffer.concat(jobs.flatMap((job) => (isLarge(job) ? [] : [job.body])))
  const [{ projectId }] = jobs
  const values = [JSON.stringify(rows), bodies]
  const isOfOne = jobs.every((job) => job.projectId === projectId)
  const { rows: written } = await db.query<{ id: string | null; batch_id: string; first: number; next: number }>(
    reserved
      ? { name: 'write-reserved', text: WRITE_RESERVED, values: [...values, JSON.stringify(reserved)] }
      : isOfOne
        ? { name: 'write-jobs-of-one', text: WRITE_OF_ONE, values: [...values, projectId] }
        : { name: 'write-jobs', text: WRITE_OF_MANY, values },
  )
  const made = new Set(written.flatMap(({ id }) => id ?? []))
  for (const { projectId, jobId } of early) {
    if (made.has(jobId)) continue
    await db.query('delete from job_payloads where project_id = $1 and job_id = $2', [projectId, jobId])
  }
  const taken = new Map(written.map(({ batch_id: batchId, first, next }) => [batchId, { batchId, first, next }]))
  return { made, taken: [...taken.values()] }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** A body that is written in a separate transaction: the small ones of others do not wait for it. */
export const isLarge = ({ body }: NewJob): boolean => body.length > LARGE_BYTES

const LARGE_BYTES = 1024 * 1024
const LARGE_TIMEOUT_MS = 60_000
