import type { Queryable } from '../../postgres/pools.ts'

/** Those of the projects in which some jobs check people, now or in copies that are left. */
export async function checkedAmong(db: Queryable, projectIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ project_id: string }>(
    `select project_id from tags where project_id = any($1)
       and (gold is not null or training is not null or consensus is not null)
     union select project_id from private_spaces where project_id = any($1)`,
    [projectIds],
  )
  return new Set(rows.map((row) => row.project_id))
}
