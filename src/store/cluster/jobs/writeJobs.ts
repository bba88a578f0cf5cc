import type { AnnotationType } from '../../../model/annotationType.ts'
import type { JobMetadata } from '../../../model/jobMetadata.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { noteFileUses } from '../../project/files/fileUses.ts'
import type { TakenPositions } from './otherWriters.ts'
import type { Block } from './reserve.ts'

interface Positions {
  /** A row with `project_id, id, first, next` for each batch that takes jobs. */
  taken: string
  /** When a job was created. */
  at: string
  /** Sums the created rows. */
  counted: string
}

const MADE = 'select project_id, batch_id, count(*) as jobs, sum(frames) as frames from made group by 1, 2'

// Locks the batch rows first, so positions come in commit order and times of creation in theirs; the counters are written last.
const takenHere = (isOfOneProject: boolean): Positions => ({
  taken: `
  update batches b set next_position = b.next_position + c.n
  from (select project_id, batch_id, count(*) as n from input group by 1, 2) c
  where b.project_id = c.project_id ${isOfOneProject ? 'and b.project_id = $3' : ''} and b.id = c.batch_id and b.state <> 'closed'
  returning b.project_id, b.id, b.next_position - c.n as first, b.next_position as next`,
  at: 'clock_timestamp()',
  counted: `
  update batch_counts c set total_jobs = c.total_jobs + m.jobs, total_frames = c.total_frames + m.frames from (${MADE}) m
  where c.project_id = m.project_id ${isOfOneProject ? 'and c.project_id = $3' : ''} and c.batch_id = m.batch_id`,
})

// A missing block was removed by a reader that took this process for dead: its jobs are not created.
const RESERVED: Positions = {
  taken: `
  delete from batch_blocks k using json_to_recordset($3::json) as r(project_id uuid, batch_id uuid, first bigint)
  where k.project_id = r.project_id and k.batch_id = r.batch_id and k.first = r.first
  returning k.project_id, k.batch_id as id, k.first, k.next, k.taken_at`,
  at: 't.taken_at',
  counted: `
  insert into batch_arrivals (project_id, batch_id, jobs, frames) ${MADE}`,
}

// One statement, one round trip, one commit for all jobs of a flush. Positions may have gaps (a reference_id used before), order not.
const writeStatement = ({ taken, at, counted }: Positions) => `
with input as materialized (
  select * from json_to_recordset($1::json) as r(
    n int, project_id uuid, id uuid, batch_id uuid, reference_id text, tag text, tag_version int, operation text, priority_weight smallint,
    frames int, payload_sha256 text, callback_url text, kept_sensors json, warnings json, metadata json, at int, len int)
), taken as (${taken}
), made as (
  insert into jobs (project_id, id, batch_id, position, reference_id, tag, tag_version, operation, priority_weight, frames,
    payload_sha256, callback_url, kept_sensors, warnings, metadata, created_at)
  select i.project_id, i.id, i.batch_id, t.first + row_number() over (partition by i.project_id, i.batch_id order by i.n) - 1,
    i.reference_id, i.tag, i.tag_version, i.operation, i.priority_weight, i.frames, decode(i.payload_sha256, 'hex'), i.callback_url,
    i.kept_sensors, coalesce(i.warnings, '[]'), coalesce(i.metadata, '{}'), ${at}
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
), counted as (${counted}
)
select m.id, t.id as batch_id, t.first, t.next from taken t left join made m on m.project_id = t.project_id and m.batch_id = t.id`
const WRITE_OF_MANY = writeStatement(takenHere(false))
// The project is a constant: the statement concerns one project alone, wherever its rows lie.
const WRITE_OF_ONE = writeStatement(takenHere(true))
const WRITE_RESERVED = writeStatement(RESERVED)

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
  /** Uploaded files that it uses. */
  fileIds: readonly string[]
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

/**
 * `writeJobs` with positions that were taken before; null: they are taken with the jobs. Run it in a transaction if a job
 * is large or uses uploaded files.
 */
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
  await noteFiles(db, jobs, made)
  const taken = new Map(written.map(({ batch_id: batchId, first, next }) => [batchId, { batchId, first, next }]))
  return { made, taken: [...taken.values()] }
}

async function noteFiles(db: Queryable, jobs: readonly NewJob[], made: ReadonlySet<string>): Promise<void> {
  const using = jobs.filter(({ jobId, fileIds }) => fileIds.length > 0 && made.has(jobId))
  for (const projectId of new Set(using.map((job) => job.projectId))) {
    const ofProject = using.filter((job) => job.projectId === projectId)
    await noteFileUses(
      db,
      projectId,
      ofProject.map(({ jobId, fileIds }) => ({ user: { kind: 'job', id: jobId }, fileIds })),
    )
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** A body that is written in a separate transaction: the small ones of others do not wait for it. */
export const isLarge = ({ body }: NewJob): boolean => body.length > LARGE_BYTES

const LARGE_BYTES = 1024 * 1024
const LARGE_TIMEOUT_MS = 60_000
