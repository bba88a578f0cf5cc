import type { Pool, Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { tellManagers } from '../notifications/notifications.ts'

/**
 * Takes a project's pending deliveries off the queue; they wait as `disabled` until they are sent again by hand. With a
 * `url`, only those that go to this address. Returns how many.
 */
export async function holdDeliveries(client: Queryable, projectId: string, url: string | null): Promise<number> {
  const { rowCount } = await client.query(
    `with held as (
       select q.job_id, q.position from delivery_queue q
         join deliveries d on d.project_id = q.project_id and d.position = q.position
       where q.project_id = $1 and ($2::text is null or d.url = $2)
       order by q.job_id, q.position for update of q
     ), gone as (
       delete from delivery_queue q using held h
       where q.project_id = $1 and q.job_id = h.job_id and q.position = h.position
     )
     update deliveries d set status = 'disabled' from held h where d.project_id = $1 and d.position = h.position`,
    [projectId, url],
  )
  return rowCount ?? 0
}

/**
 * Switches a project's callbacks off by the service itself, for a reason that the settings then show. Returns false
 * when they already were off, or the address has changed since (`url` is the one that gave the reason).
 */
export async function switchOff(
  pool: Pool,
  options: { projectId: string; url: string; reason: string },
): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update callback_settings set enabled = false, disabled_reason = $3, updated_at = now()
       where project_id = $1 and url = $2 and enabled`,
      [options.projectId, options.url, options.reason],
    )
    if (!rowCount) return false
    await holdDeliveries(client, options.projectId, null)
    await tellManagers(client, { projectId: options.projectId, kind: 'receiver_failing' })
    return true
  })
}

/** `holdDeliveries` if the project's callbacks are off at this moment; returns whether they are. */
export async function holdIfOff(pool: Pool, projectId: string): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ enabled: boolean }>(
      'select enabled from callback_settings where project_id = $1 for share',
      [projectId],
    )
    if (rows[0]?.enabled) return false
    await holdDeliveries(client, projectId, null)
    return true
  })
}

/** Remembers since when a project's address only fails; returns the milliseconds of failures alone up to now. */
export async function noteFailure(client: Queryable, projectId: string, url: string): Promise<number> {
  const { rows } = await client.query<{ failing_ms: string | number }>({
    name: 'callbacks-note-failure',
    text: `with noted as (
        update callback_settings set failing_since = now()
        where project_id = $1 and url = $2 and failing_since is null
      )
      select extract(epoch from (now() - failing_since)) * 1000 as failing_ms
      from callback_settings where project_id = $1 and url = $2 and failing_since is not null`,
    values: [projectId, url],
  })
  return Number(rows[0]?.failing_ms ?? 0)
}
