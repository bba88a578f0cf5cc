import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'

interface Named {
  projectId: string
  name: string
}

/** Assistants that the service calls and that have runs to do. */
export async function assistantsWithRuns(db: Queryable): Promise<Named[]> {
  const rows = await namedRows<Named>(
    db,
    `select distinct r.project_id, r.assistant as name
     from assistant_runs r join assistants a on a.project_id = r.project_id and a.name = r.assistant
     where a.carrier <> 'queue' and (r.status = 'queued' and r.due_at <= now()
       or r.status = 'running' and r.lease_until <= now())
     limit 200`,
  )
  return rows
}

/** Assistants that have to be asked what they are, claimed for a minute. */
export async function claimDescriptions(db: Queryable, limit: number): Promise<Named[]> {
  const due = await namedRows<Named>(
    db,
    `select project_id, name from assistants where carrier <> 'queue' and describe_due_at <= now()
     order by describe_due_at limit $1`,
    [limit],
  )
  const claimed: Named[] = []
  for (const one of due) {
    // Another process may have been faster.
    const { rowCount } = await db.query(
      `update assistants set describe_due_at = now() + interval '60 seconds'
       where project_id = $1 and name = $2 and describe_due_at <= now()`,
      [one.projectId, one.name],
    )
    if (rowCount === 1) claimed.push(one)
  }
  return claimed
}

/** Runs among these that people have cancelled, or that another has taken. */
export async function lostRuns(
  db: Queryable,
  held: readonly { runId: string; leaseId: string | null }[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select held.id from unnest($1::uuid[], $2::uuid[]) as held (id, lease_id)
     left join assistant_runs r on r.id = held.id and r.lease_id = held.lease_id and r.status = 'running'
     where r.id is null`,
    [held.map(({ runId }) => runId), held.map(({ leaseId }) => leaseId)],
  )
  return rows.map(({ id }) => id)
}
