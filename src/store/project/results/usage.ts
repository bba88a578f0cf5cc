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

/**
 * Ledger rows in the order in which they were written, after a position; one more than a page, to know whether there is
 * a next page.
 */
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

/**
 * One ledger row a job: a later version of the result is not charged again. The jobs are of one project, and locked. The
 * project's row of positions stays locked until the transaction ends.
 */
export async function chargeAll(db: Queryable, projectId: string, jobs: readonly Job[]): Promise<void> {
  await db.query(
    `with due as (
       select g.*, row_number() over (order by g.nr) - 1 as place
       from unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::bigint[])
         with ordinality as g (job_id, reference_id, tag, frames, annotations, nr)
       where not exists (select 1 from usage_rows u where u.project_id = $1 and u.job_id = g.job_id)
     ), counted as (
       select count(*) as jobs from due
     ), taken as (
       update feed_positions f set next_usage = f.next_usage + c.jobs from counted c
       where f.project_id = $1 and c.jobs > 0 returning f.next_usage - c.jobs as first
     )
     insert into usage_rows (project_id, job_id, position, reference_id, tag, frames, annotations, completed_at)
     select $1, d.job_id, t.first + d.place, d.reference_id, d.tag, d.frames, d.annotations, now()
     from due d cross join taken t`,
    [
      projectId,
      jobs.map(({ jobId }) => jobId),
      jobs.map(({ referenceId }) => referenceId),
      jobs.map(({ tag }) => tag),
      jobs.map(({ frames }) => frames),
      jobs.map(({ annotations }) => annotations),
    ],
  )
}
