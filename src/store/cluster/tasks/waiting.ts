import type { Queryable } from '../../postgres/pools.ts'

/** Whether tasks of other projects that run in processes of their own are due. */
export async function othersWait(db: Queryable, projectId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from tasks where kind in ('export', 'import', 'ingest') and project_id <> $1 and lease_token is null
       and due_at <= now() + interval '1 second' limit 1`,
    [projectId],
  )
  return rowCount === 1
}
