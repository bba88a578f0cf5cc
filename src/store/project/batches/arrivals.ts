import type { Queryable } from '../../postgres/pools.ts'

/** Counts the jobs that arrived in one batch of the project. What another process counts at this moment is passed over. */
export async function foldArrivals(db: Queryable, projectId: string): Promise<number> {
  const { rows } = await db.query<{ folded: number }>(
    `with taken as (
       delete from batch_arrivals a where a.project_id = $1 and (a.batch_id, a.id) in (
         select batch_id, id from batch_arrivals where project_id = $1 and batch_id = (
           select min(batch_id::text)::uuid from batch_arrivals where project_id = $1)
         for update skip locked)
       returning batch_id, jobs, frames
     ), summed as (
       update batch_counts c set total_jobs = c.total_jobs + t.jobs, total_frames = c.total_frames + t.frames
       from (select batch_id, sum(jobs) as jobs, sum(frames) as frames from taken group by 1) t
       where c.project_id = $1 and c.batch_id = t.batch_id
     ) select count(*)::int as folded from taken`,
    [projectId],
  )
  return rows[0]?.folded ?? 0
}
