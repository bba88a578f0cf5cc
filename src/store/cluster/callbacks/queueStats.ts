import type { Queryable } from '../../postgres/pools.ts'

export interface QueueStats {
  pending: number
  /** How long the oldest due delivery has been waiting for a worker; 0 if none is due. */
  oldestDueMs: number
}

/** For metrics: reads the hot table alone. */
export async function deliveryQueueStats(client: Queryable): Promise<QueueStats> {
  const { rows } = await client.query<{ pending: number; oldest_due_ms: string | number }>(
    `select count(*)::int as pending,
       greatest(0, coalesce(extract(epoch from (now() - min(due_at))) * 1000, 0)) as oldest_due_ms from delivery_queue`,
  )
  return { pending: rows[0].pending, oldestDueMs: Number(rows[0].oldest_due_ms) }
}
