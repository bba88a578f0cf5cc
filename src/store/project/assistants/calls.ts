import type { Pool, Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'

/** A call of an assistant that a person waits for. */
export interface PlacedCall {
  projectId: string
  assistant: string
  /** Person and job, as a hash: a newer call of the same asker replaces the older. */
  asker: string
  callId: string
  /** Its answer is only looked at: it never ends a call that a person waits for. */
  isPreview: boolean
}

/** The slot of a call whose process died becomes free after this time. */
const CALL_SECONDS = 15
const SESSION = `interval '10 minutes'`

/** Running calls of an assistant, over all processes: those that people wait for, and those in the background. */
export const RUNNING_CALLS = `(
  (select count(*) from assistant_sessions
   where project_id = $1 and assistant = $2 and call_until > now()) +
  (select count(*) from assistant_runs
   where project_id = $1 and assistant = $2 and status = 'running' and lease_until > now()))`

/**
 * Takes a slot among the calls that an assistant answers at the same time, unless all are taken, or this is a preview
 * while the same person waits for an answer.
 * @param session the word for the asker, unless they have one from a call in the last ten minutes
 */
export async function takePlace(
  pool: Pool,
  { projectId, assistant, asker, callId, isPreview }: PlacedCall,
  { most, session }: { most: number; session: string },
): Promise<{ session: string } | 'taken' | 'waited for'> {
  return withTransaction(pool, async (client) => {
    // Otherwise two calls that count at the same time would both find the last free slot.
    await client.query('select 1 from assistants where project_id = $1 and name = $2 for update', [
      projectId,
      assistant,
    ])
    await client.query(
      `delete from assistant_sessions where project_id = $1 and assistant = $2 and asked_at < now() - ${SESSION}
         and (call_until is null or call_until < now())`,
      [projectId, assistant],
    )
    const { rowCount: waitedFor } = await client.query(
      `select 1 from assistant_sessions
       where project_id = $1 and assistant = $2 and asker = $3 and call_until > now() and not is_preview`,
      [projectId, assistant, asker],
    )
    if (isPreview && waitedFor) return 'waited for'
    await client.query(
      `update assistant_sessions set call_id = null, call_until = null
       where project_id = $1 and assistant = $2 and asker = $3`,
      [projectId, assistant, asker],
    )
    const { rows: counted } = await client.query<{ running: number }>(`select ${RUNNING_CALLS}::int as running`, [
      projectId,
      assistant,
    ])
    if (counted[0].running >= most) return 'taken'
    const { rows } = await client.query<{ session: string }>(
      `insert into assistant_sessions
         (project_id, assistant, asker, session, asked_at, call_id, call_until, is_preview)
       values ($1, $2, $3, $4, now(), $5, now() + make_interval(secs => ${CALL_SECONDS}), $6)
       on conflict (project_id, assistant, asker) do update set asked_at = excluded.asked_at,
         call_id = excluded.call_id, call_until = excluded.call_until, is_preview = excluded.is_preview
       returning session`,
      [projectId, assistant, asker, session, callId, isPreview],
    )
    return rows[0]
  })
}

/** Renews the slot of a call; false if a newer one of the same person took it. */
export async function renewPlace(db: Queryable, { projectId, assistant, asker, callId }: PlacedCall): Promise<boolean> {
  const { rowCount } = await db.query(
    `update assistant_sessions set call_until = now() + make_interval(secs => ${CALL_SECONDS})
     where project_id = $1 and assistant = $2 and asker = $3 and call_id = $4`,
    [projectId, assistant, asker, callId],
  )
  return rowCount === 1
}

export async function givePlaceBack(db: Queryable, { projectId, assistant, asker, callId }: PlacedCall): Promise<void> {
  await db.query(
    `update assistant_sessions set call_id = null, call_until = null
     where project_id = $1 and assistant = $2 and asker = $3 and call_id = $4`,
    [projectId, assistant, asker, callId],
  )
}
