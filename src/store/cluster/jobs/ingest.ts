import type { AnnotationType } from '../../../model/annotationType.ts'
import type { JobMetadata } from '../../../model/jobMetadata.ts'
import { errorCode } from '../../postgres/errors.ts'
import type { Pool, Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'

/** A job that passed its checks, ready to be written. */
export interface NewJob {
  projectId: string
  jobId: string
  batchId: string
  referenceId: string
  tag: string
  tagVersion: number
  operation: AnnotationType
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

// One statement, one round trip, one commit for all jobs of a flush. `taken` locks the batch rows first, so positions
// come in commit order and times of creation in theirs; the counters are written last. Positions may have gaps (a reference_id used before), order not.
const WRITE = `
with input as materialized (
  select * from json_to_recordset($1::json) as r(
    n int, project_id uuid, id uuid, batch_id uuid, reference_id text, tag text, tag_version int, operation text, priority_weight smallint,
    frames int, payload_sha256 text, callback_url text, kept_sensors json, warnings json, metadata json, at int, len int)
), taken as (
  update batches b set next_position = b.next_position + c.n
  from (select project_id, batch_id, count(*) as n from input group by 1, 2) c
  where b.project_id = c.project_id and b.id = c.batch_id and b.state <> 'closed'
  returning b.project_id, b.id, b.next_position - c.n as first
), made as (
  insert into jobs (project_id, id, batch_id, position, reference_id, tag, tag_version, operation, priority_weight, frames,
    payload_sha256, callback_url, kept_sensors, warnings, metadata, created_at)
  select i.project_id, i.id, i.batch_id, t.first + row_number() over (partition by i.project_id, i.batch_id order by i.n) - 1,
    i.reference_id, i.tag, i.tag_version, i.operation, i.priority_weight, i.frames, decode(i.payload_sha256, 'hex'), i.callback_url,
    i.kept_sensors, coalesce(i.warnings, '[]'), coalesce(i.metadata, '{}'), clock_timestamp()
  from input i join taken t on t.project_id = i.project_id and t.id = i.batch_id
  order by i.n
  on conflict (project_id, reference_id) do nothing
  returning project_id, id, batch_id, position, frames, priority_weight, created_at
), bodies as (
  insert into job_payloads (project_id, job_id, body)
  select i.project_id, i.id, substring($2::bytea from i.at for i.len)
  from input i join made m on m.project_id = i.project_id and m.id = i.id
  where i.len is not null
), described as (
  insert into job_metadata (project_id, key, value, created_at, position, job_id)
  select m.project_id, e.key, e.value, m.created_at, m.position, m.id
  from input i join made m on m.project_id = i.project_id and m.id = i.id, json_each_text(i.metadata) e
  where i.metadata is not null
), queued as (
  insert into tasks (project_id, kind, subject_id, priority)
  select project_id, 'validate', id, priority_weight from made
), progressed as (
  insert into progress_changes (project_id, stage, entered, frames)
  select project_id, 'created', count(*), sum(frames) from made group by 1
), counted as (
  update batch_counts c set total_jobs = c.total_jobs + m.jobs, total_frames = c.total_frames + m.frames
  from (select project_id, batch_id, count(*) as jobs, sum(frames) as frames from made group by 1, 2) m
  where c.project_id = m.project_id and c.batch_id = m.batch_id
)
select id from made`

/**
 * Writes jobs, their bodies, tasks and counters; answers the ids of those whose reference_id was free and whose batch is not closed. A large body is
 * written before: while the statement below runs it holds the row of the batch, and other jobs of it wait.
 */
export async function writeJobs(db: Queryable, jobs: readonly NewJob[]): Promise<Set<string>> {
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
      operation: job.operation,
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
  const { rows: made } = await db.query<{ id: string }>({
    name: 'write-jobs',
    text: WRITE,
    values: [JSON.stringify(rows), bodies],
  })
  const ids = new Set<string>(made.map((row) => row.id))
  for (const { projectId, jobId } of early) {
    if (ids.has(jobId)) continue
    await db.query('delete from job_payloads where project_id = $1 and job_id = $2', [projectId, jobId])
  }
  return ids
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** A body that is written in a separate transaction: the small ones of others do not wait for it. */
const isLarge = ({ body }: NewJob): boolean => body.length > LARGE_BYTES

const LARGE_BYTES = 1024 * 1024
const LARGE_TIMEOUT_MS = 60_000
/** Large bodies that are written at the same time; the other connections are for the rest. */
const LARGE_AT_ONCE = 2

const MAX_JOBS_A_FLUSH = 1000
const MAX_BYTES_A_FLUSH = 16 * 1024 * 1024
const DEADLOCK = '40P01'

interface Waiting {
  job: NewJob
  done(created: boolean): void
  failed(error: unknown): void
}

/**
 * Group commit: jobs that arrive while a flush is under way share the next one, so many requests pay for one
 * synchronous write to disk. A request is answered only after the commit that holds its job.
 */
export class JobIngest {
  readonly #pool: Pool
  readonly #onCommitted: () => void
  #waiting: Waiting[] = []
  #flushing = false
  readonly #large: Waiting[] = []
  #writingLarge = 0

  constructor(pool: Pool, onCommitted: () => void) {
    this.#pool = pool
    this.#onCommitted = onCommitted
  }

  /** True when the job was created, false when its reference_id was used before or its batch is closed. */
  add(job: NewJob): Promise<boolean> {
    if (isLarge(job)) return this.#addLarge(job)
    const promise = new Promise<boolean>((done, failed) => this.#waiting.push({ job, done, failed }))
    // Not at once: what else arrives in this turn of the loop joins the same flush.
    if (!this.#flushing) setImmediate(() => this.#flush())
    return promise
  }

  #addLarge(job: NewJob): Promise<boolean> {
    const promise = new Promise<boolean>((done, failed) => this.#large.push({ job, done, failed }))
    if (this.#writingLarge < LARGE_AT_ONCE) void this.#writeLarge()
    return promise
  }

  async #writeLarge(): Promise<void> {
    this.#writingLarge++
    for (let next = this.#large.shift(); next; next = this.#large.shift()) {
      const { job, done, failed } = next
      try {
        const made = await this.#again(() => withTransaction(this.#pool, (client) => writeJobs(client, [job])))
        done(made.has(job.jobId))
        if (made.size > 0) this.#onCommitted()
      } catch (error) {
        failed(error)
      }
    }
    this.#writingLarge--
  }

  async #flush(): Promise<void> {
    if (this.#flushing) return
    this.#flushing = true
    while (this.#waiting.length > 0) {
      const group = this.#nextGroup()
      try {
        const made = await this.#again(() =>
          writeJobs(
            this.#pool,
            group.map((waiting) => waiting.job),
          ),
        )
        for (const waiting of group) waiting.done(made.has(waiting.job.jobId))
        if (made.size > 0) this.#onCommitted()
      } catch (error) {
        for (const waiting of group) waiting.failed(error)
      }
    }
    this.#flushing = false
  }

  #nextGroup(): Waiting[] {
    let bytes = 0
    let n = 0
    while (n < this.#waiting.length && n < MAX_JOBS_A_FLUSH && (n === 0 || bytes < MAX_BYTES_A_FLUSH)) {
      bytes += this.#waiting[n].job.body.length
      n++
    }
    return this.#waiting.splice(0, n)
  }

  /** Two processes may meet in opposite order on batches or reference_ids; PostgreSQL makes one of them try again. */
  async #again<T>(write: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write()
      } catch (error) {
        if (errorCode(error) !== DEADLOCK || attempt === 5) throw error
      }
    }
  }
}
