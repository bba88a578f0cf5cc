import type { Queryable } from '../../postgres/pools.ts'

/**
 * The project of a job whose id alone is known, or the space of a person's copy of a gold job. It asks the jobs' primary
 * key once a project: an index over job ids would be paid for by every job that comes in, and is asked this rarely.
 */
export async function projectOfJob(db: Queryable, jobId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from projects p, lateral (select 1 from jobs j where j.project_id = p.id and j.id = $1 offset 0) found
     union all select g.space_id from gold_given g where g.copy_id = $1 limit 1`,
    [jobId],
  )
  return rows[0]?.id ?? null
}
