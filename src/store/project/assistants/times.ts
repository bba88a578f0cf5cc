import type { AssistedTime } from '../../../model/assistants/secondsSaved.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bigint, type RowOf, Table, text } from '../../postgres/table.ts'

const TIMES = new Table('assisted_times', {
  tag: text,
  assistant: text,
  version: text,
  objects: bigint,
  active_ms: bigint,
})

export async function listAssistedTimes(db: Queryable, projectId: string): Promise<AssistedTime[]> {
  const { rows } = await db.query<RowOf<typeof TIMES>>(
    `select ${TIMES.list()} from assisted_times where project_id = $1`,
    [projectId],
  )
  return rows.map(({ active_ms: activeMs, ...row }) => ({ ...row, activeMs }))
}

/**
 * Counts, once per job, how long people annotated it: for each assistant of which they accepted a suggestion, otherwise
 * for no assistant. Jobs without objects, or without measured time, do not count.
 */
export async function countAssistedTime(
  db: Queryable,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<void> {
  await db.query(
    `with spent as (
       select sum(active_ms)::bigint as active_ms from active_times
       where project_id = $1 and job_id = $2 and kind = 'annotate'
     ), timed as (
       update works set is_timed = true
       where project_id = $1 and job_id = $2 and not is_timed and objects > 0 returning objects
     ), helped as (
       select distinct assistant, version from assistant_suggestions
       where project_id = $1 and job_id = $2 and state = 'accepted'
     ), sides as (
       select assistant, version from helped union all select '', '' where not exists (select 1 from helped)
     )
     insert into assisted_times as t (project_id, tag, assistant, version, jobs, objects, active_ms)
     select $1, j.tag, sides.assistant, sides.version, 1, timed.objects, spent.active_ms
     from jobs j, timed, spent, sides where j.project_id = $1 and j.id = $2 and spent.active_ms > 0
     order by sides.assistant, sides.version
     on conflict (project_id, tag, assistant, version) do update set jobs = t.jobs + 1,
       objects = t.objects + excluded.objects, active_ms = t.active_ms + excluded.active_ms`,
    [projectId, jobId],
  )
}
