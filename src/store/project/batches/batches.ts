import { randomUUID } from 'node:crypto'
import type { BatchState } from '../../../model/project.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bigint, bool, nullable, type RowOf, Table, text, textOf, timestamp, uuid } from '../../postgres/table.ts'

export interface Batch {
  batchId: string
  name: string
  description: string
  isDefault: boolean
  callbackUrl: string | null
  createdAt: Date
  state: BatchState
}

export interface BatchSummary extends Batch {
  totalJobs: number
  completedJobs: number
  totalFrames: number
  completedFrames: number
  annotations: number
  failedJobs: number
  cancelledJobs: number
}

export type BatchStatus = 'Complete' | 'In Progress' | 'Empty'

/** Contract 3: complete when it has jobs and all of them are done. */
export function batchStatus(batch: BatchSummary): BatchStatus {
  if (batch.totalJobs === 0) return 'Empty'
  const done = batch.completedJobs + batch.failedJobs + batch.cancelledJobs
  return done >= batch.totalJobs ? 'Complete' : 'In Progress'
}

/** The new batch's id, or null when the project has a batch of that name. */
export async function insertBatch(
  db: Queryable,
  projectId: string,
  made: { name: string; description: string; callbackUrl: string | null },
): Promise<string | null> {
  const batchId = randomUUID()
  const { rowCount } = await db.query(
    `with made as (
       insert into batches (project_id, id, name, description, callback_url) values ($1, $2, $3, $4, $5)
       on conflict (project_id, name) do nothing returning project_id, id
     )
     insert into batch_counts (project_id, batch_id) select project_id, id from made`,
    [projectId, batchId, made.name, made.description, made.callbackUrl],
  )
  return rowCount === 1 ? batchId : null
}

export const BATCHES = new Table('batches', {
  id: uuid,
  name: text,
  description: text,
  is_default: bool,
  callback_url: nullable(text),
  created_at: timestamp,
  state: textOf<BatchState>(),
})
type BatchRow = RowOf<typeof BATCHES>

export const BATCH_COUNTS = new Table('batch_counts', {
  total_jobs: bigint,
  completed_jobs: bigint,
  total_frames: bigint,
  completed_frames: bigint,
  annotations: bigint,
  failed_jobs: bigint,
  cancelled_jobs: bigint,
  late_completed_jobs: bigint,
  late_completed_frames: bigint,
  late_annotations: bigint,
  late_failed_jobs: bigint,
  late_cancelled_jobs: bigint,
})

/** Keeps today's late counters, unless a look of today did. */
export async function keepLateCounts(db: Queryable, projectId: string): Promise<void> {
  await db.query(
    `update batch_counts set late_on = (now() at time zone 'UTC')::date, late_completed_jobs = completed_jobs,
       late_completed_frames = completed_frames, late_annotations = annotations, late_failed_jobs = failed_jobs,
       late_cancelled_jobs = cancelled_jobs
     where project_id = $1 and late_on is distinct from (now() at time zone 'UTC')::date`,
    [projectId],
  )
}

interface Arrived {
  arrived_jobs: number
  arrived_frames: number
}

const COLUMNS = BATCHES.list('b')

export async function findBatch(db: Queryable, projectId: string, batchId: string): Promise<Batch | null> {
  const { rows } = await db.query<BatchRow>(`select ${COLUMNS} from batches b where b.project_id = $1 and b.id = $2`, [
    projectId,
    batchId,
  ])
  return rows[0] ? batchOf(rows[0]) : null
}

/** The id of the batch of this name; null when there is none. */
export async function findBatchByName(db: Queryable, projectId: string, name: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select id from batches where project_id = $1 and name = $2', [
    projectId,
    name,
  ])
  return rows[0]?.id ?? null
}

export async function setBatchState(
  db: Queryable,
  projectId: string,
  batchId: string,
  state: BatchState,
): Promise<void> {
  await db.query('update batches set state = $3 where project_id = $1 and id = $2', [projectId, batchId, state])
}

type CountsRow = RowOf<typeof BATCH_COUNTS>
const liveSums = (row: CountsRow) => ({
  completedJobs: row.completed_jobs,
  completedFrames: row.completed_frames,
  annotations: row.annotations,
  failedJobs: row.failed_jobs,
  cancelledJobs: row.cancelled_jobs,
})
const lateSums = (row: CountsRow) => ({
  completedJobs: row.late_completed_jobs,
  completedFrames: row.late_completed_frames,
  annotations: row.late_annotations,
  failedJobs: row.late_failed_jobs,
  cancelledJobs: row.late_cancelled_jobs,
})

/** All batches of a project with their counters, oldest first; `isLate`: as they were at the first look of the day. */
export async function summariseBatches(db: Queryable, projectId: string, isLate = false): Promise<BatchSummary[]> {
  if (isLate) await keepLateCounts(db, projectId)
  const { rows } = await db.query<BatchRow & RowOf<typeof BATCH_COUNTS> & Arrived>(
    `select ${COLUMNS}, ${BATCH_COUNTS.list('c')}, coalesce(a.jobs, 0) as arrived_jobs, coalesce(a.frames, 0) as arrived_frames
     from batches b join batch_counts c on c.project_id = b.project_id and c.batch_id = b.id
       left join (select batch_id, sum(jobs)::bigint as jobs, sum(frames)::bigint as frames from batch_arrivals
         where project_id = $1 group by batch_id) a on a.batch_id = b.id
     where b.project_id = $1 order by b.is_default desc, b.created_at, b.id`,
    [projectId],
  )
  return rows.map((row) => ({
    ...batchOf(row),
    totalJobs: row.total_jobs + row.arrived_jobs,
    totalFrames: row.total_frames + row.arrived_frames,
    ...(isLate ? lateSums(row) : liveSums(row)),
  }))
}

/** The batch of jobs that name none. */
export async function findDefaultBatch(db: Queryable, projectId: string): Promise<string> {
  const { rows } = await db.query<Pick<BatchRow, 'id'>>('select id from batches where project_id = $1 and is_default', [
    projectId,
  ])
  return rows[0].id
}

export interface CountChange {
  totalFrames?: number
  completedJobs?: number
  completedFrames?: number
  annotations?: number
  failedJobs?: number
  cancelledJobs?: number
}

/**
 * Moves the counters of one batch, and counts what arrived in it. Last in its transaction, because others wait for this
 * row. Whether the batch is complete by this change.
 */
export async function count(db: Queryable, projectId: string, batchId: string, by: CountChange): Promise<boolean> {
  const { rows } = await db.query<{ is_done: boolean }>(
    `with arrived as (
       delete from batch_arrivals where project_id = $1 and batch_id = $2 returning jobs, frames)
     update batch_counts set completed_jobs = completed_jobs + $3, completed_frames = completed_frames + $4,
       annotations = annotations + $5, failed_jobs = failed_jobs + $6, cancelled_jobs = cancelled_jobs + $7,
       total_frames = total_frames + $8 + (select coalesce(sum(frames), 0) from arrived),
       total_jobs = total_jobs + (select coalesce(sum(jobs), 0) from arrived)
     where project_id = $1 and batch_id = $2
     returning completed_jobs + failed_jobs + cancelled_jobs >= total_jobs as is_done`,
    [
      projectId,
      batchId,
      by.completedJobs ?? 0,
      by.completedFrames ?? 0,
      by.annotations ?? 0,
      by.failedJobs ?? 0,
      by.cancelledJobs ?? 0,
      by.totalFrames ?? 0,
    ],
  )
  const ended = (by.completedJobs ?? 0) + (by.failedJobs ?? 0) + (by.cancelledJobs ?? 0)
  return ended > 0 && rows[0].is_done
}

function batchOf(row: BatchRow): Batch {
  return {
    batchId: row.id,
    name: row.name,
    description: row.description,
    isDefault: row.is_default,
    callbackUrl: row.callback_url,
    createdAt: row.created_at,
    state: row.state,
  }
}
