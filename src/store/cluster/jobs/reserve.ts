import type { Queryable } from '../../postgres/pools.ts'

/** Positions of a batch that were taken for jobs before they are written. */
export interface Block {
  project_id: string
  batch_id: string
  first: number
}

// The batch's row is held without waiting for the disk. This is safe: the commit of the jobs comes later in the same
// log, so when it is on the disk this one is too, and when it is lost, neither was visible.
const RESERVE = `
with quick as materialized (
  select set_config('synchronous_commit', 'off', true)
), input as materialized (
  select * from unnest($1::uuid[], $2::uuid[], $3::int[]) as r(project_id, batch_id, n)
), taken as (
  update batches b set next_position = b.next_position + i.n from input i, quick
  where b.project_id = i.project_id and b.id = i.batch_id and b.state <> 'closed'
  returning b.project_id, b.id, b.next_position - i.n as first, b.next_position as next
)
insert into batch_blocks (project_id, batch_id, first, next, taken_at)
select project_id, id, first, next, clock_timestamp() from taken
returning project_id, batch_id, first`

/** Takes positions in a commit before that of the jobs: a block for each of their batches that is not closed. */
export async function reserve(
  db: Queryable,
  jobs: readonly { projectId: string; batchId: string }[],
): Promise<Block[]> {
  const groups = [...Map.groupBy(jobs, ({ batchId }) => batchId).values()]
  const { rows } = await db.query<Block>({
    name: 'reserve-positions',
    text: RESERVE,
    values: [
      groups.map(([{ projectId }]) => projectId),
      groups.map(([{ batchId }]) => batchId),
      groups.map((group) => group.length),
    ],
  })
  return rows
}
