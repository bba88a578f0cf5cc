import type { Queryable } from '../../postgres/pools.ts'
import { idGroup } from '../../project/jobs/jobId.ts'

/**
 * The project of a job whose id alone is known, or the space of a person's copy of a gold job. The id says which project
 * to ask; ids from before it did are looked for in each: with ten million jobs in a thousand projects in 0.2 s.
 * @param among projects in which it may be, null: all
 */
export async function projectOfJob(
  db: Queryable,
  jobId: string,
  among: readonly string[] | null = null,
): Promise<string | null> {
  return (
    (await find(db, jobId, among, `and ${idGroup('p.id')} = ${idGroup('$1::uuid')}`)) ??
    (await spaceOfCopy(db, jobId)) ??
    (await find(db, jobId, among))
  )
}

async function find(db: Queryable, jobId: string, among: readonly string[] | null, condition = '') {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from projects p where ($2::uuid[] is null or p.id = any($2)) ${condition}
       and (select true from jobs j where j.project_id = p.id and j.id = $1::uuid)`,
    [jobId, among],
  )
  return rows[0]?.id ?? null
}

async function spaceOfCopy(db: Queryable, copyId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select space_id as id from gold_given where copy_id = $1', [copyId])
  return rows[0]?.id ?? null
}
