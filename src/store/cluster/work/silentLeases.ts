import type { Queryable } from '../../postgres/pools.ts'

/** Jobs whose holders were silent for longer than their lease. */
export async function listSilent(db: Queryable): Promise<{ projectId: string; jobId: string }[]> {
  const { rows } = await db.query<{ project_id: string; id: string }>(
    'select project_id, id from jobs where holder_id is not null and held_until <= now() limit 1000',
  )
  return rows.map((row) => ({ projectId: row.project_id, jobId: row.id }))
}
