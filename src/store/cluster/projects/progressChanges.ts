import type { Queryable } from '../../postgres/pools.ts'

/** Projects in which something happened that is not in the sums yet. */
export async function projectsWithChanges(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ project_id: string }>(
    `select project_id from progress_changes union select project_id from quality_changes
     union select project_id from batch_arrivals`,
  )
  return rows.map((row) => row.project_id)
}
