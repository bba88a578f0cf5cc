import type { Queryable } from '../../postgres/pools.ts'
import { bigint, int, type RowOf, Table, text, timestamp, uuid } from '../../postgres/table.ts'
import type { Job } from '../jobs/jobs.ts'

export interface Charge {
  position: number
  jobId: string
  referenceId: string
  tag: string
  frames: number
  annotations: number
  completedAt: Date
}

export const USAGE_ROWS = new Table('usage_rows', {
  position: bigint,
  job_id: uuid,
  reference_id: text,
  tag: text,
  frames: int,
  annotations: bigint,
  completed_at: timestamp,
})

export const USAGE_ROWS_A_PAGE = 1000

/** Ledger rows in the order in which they were written, after a position; one more than a page tells of the next. */
export async function usageAfter(
  db: Queryable,
  projectId: string,
  range: { from: Date | null; to: Date | null; after: number },
): Promise<Charge[]> {
  const { rows } = await db.query<RowOf<typeof USAGE_ROWS>>(
    `select ${USAGE_ROWS.list()} from usage_rows
     where project_id = $1 and position > $2
       and ($3::timestamptz is null or completed_at >= $3) and ($4::timestamptz is null or completed_at < $4)
     order by position limit $5`,
    [projectId, range.after, range.from, range.to, USAGE_ROWS_A_PAGE + 1],
  )
  return rows.map((row) => ({
    position: row.position,
    jobId: row.job_id,
    referenceId: row.reference_id,
    tag: row.tag,
    frames: row.frames,
    annotations: row.annotations,
    completedAt: row.completed_at,
  }))
}

/** One ledger row a job: a later version of the result is not charged again. */
export async function charge(db: Queryable, job: Job): Promise<void> {
  const { rowCount } = await db.query('select 1 from usage_rows where project_id = $1 and job_id = $2', [
    job.projectId,
    job.jobId,
  ])
  if (rowCount) return
  await db.query(
    `with position as (
       update feed_positions set next_usage = next_usage + 1 where project_id = $1 returning next_usage - 1 as taken
     )
     insert into usage_rows (project_id, job_id, position, reference_id, tag, frames, annotations, completed_at)
     select $1, $2, taken, $3, $4, $5, $6, now() from position`,
    [job.projectId, job.jobId, job.referenceId, job.tag, job.frames, job.annotations],
  )
}
