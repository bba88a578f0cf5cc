import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'

export interface TaskMetrics {
  kinds: {
    kind: string
    /** All unfinished ones, including those that are leased or due later. */
    waiting: number
    leased: number
    /** Age of the oldest task that is due and not leased; 0 if there is none. */
    oldestDueSeconds: number
  }[]
  deadTuples: number
  failed: number
}

/** Reads the whole queue once: for a scrape now and then, not for a loop. */
export async function readTaskMetrics(db: Queryable): Promise<TaskMetrics> {
  const kinds = await namedRows<TaskMetrics['kinds'][number]>(
    db,
    `select kind, count(*) as waiting, count(*) filter (where leased_until > now()) as leased,
       coalesce(extract(epoch from max(now() - due_at) filter (
         where due_at <= now() and (leased_until is null or leased_until <= now()))), 0)::float8 as oldest_due_seconds
     from tasks group by kind order by kind`,
  )
  const rows = await namedRows<{ deadTuples: number; failed: number }>(
    db,
    `select coalesce((select n_dead_tup from pg_stat_user_tables where relid = 'tasks'::regclass), 0) as dead_tuples,
       (select count(*) from failed_tasks) as failed`,
  )
  return { kinds, ...rows[0] }
}
