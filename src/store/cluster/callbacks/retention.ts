import type { Queryable } from '../../postgres/pools.ts'

export interface RetentionOptions {
  /** How long exhausted deliveries can be sent again. */
  keepExhaustedMs: number
  /** How long delivered ones and logs of attempts are shown. */
  keepDeliveredMs: number
}

export const DEFAULT_RETENTION: RetentionOptions = {
  keepExhaustedMs: 30 * 86_400_000,
  keepDeliveredMs: 30 * 86_400_000,
}

/**
 * Removes deliveries that ended long ago and old logs of attempts. What is pending or waits for a switched-off endpoint
 * stays, and so do the events. Returns the number of deliveries removed. Run it about once an hour.
 */
export async function trimDeliveries(client: Queryable, options: RetentionOptions): Promise<number> {
  // created_at is included for its index: a delivery never ends before it begins.
  const { rowCount } = await client.query(
    `delete from deliveries where
       (status = 'exhausted' and created_at < now() - $1 * interval '1 millisecond'
         and finished_at < now() - $1 * interval '1 millisecond')
       or (status in ('delivered', 'superseded') and created_at < now() - $2 * interval '1 millisecond'
         and finished_at < now() - $2 * interval '1 millisecond')`,
    [options.keepExhaustedMs, options.keepDeliveredMs],
  )
  const longest = Math.max(options.keepExhaustedMs, options.keepDeliveredMs)
  await client.query(`delete from delivery_attempts where at < now() - $1 * interval '1 millisecond'`, [longest])
  return rowCount ?? 0
}
