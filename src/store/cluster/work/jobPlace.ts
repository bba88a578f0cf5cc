import type { Queryable } from '../../postgres/pools.ts'

/**
 * The project of a job whose id alone is known, or the space of a person's copy of a gold job. It asks the jobs' primary
 * key once a project: an index over job ids would be paid for by every job that comes in, and is asked this rarely.
 * @param among projects in which it may be, null: all. Of a thousand with ten million jobs that takes 0.2 s
 */
export async function projectOfJob(
  db: Queryable,
  jobId: string,
  among: readonly string[] | null = null,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from projects p where ($2::uuid[] is null or p.id = any($2))
       and (select true from jobs j where j.project_id = p.id and j.id = $1)`,
    [jobId, among],
  )
  if (rows[0]) return rows[0].id
  const { rows: copies } = await db.query<{ id: string }>('select space_id as id from gold_given where copy_id = $1', [
    jobId,
  ])
  return copies[0]?.id ?? null
}
