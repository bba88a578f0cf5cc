import type { Queryable } from '../../postgres/pools.ts'

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
  const { rows: kinds } = await db.query<TaskMetrics['kinds'][number]>(
    `select kind, count(*) as waiting, count(*) filter (where leased_until > now()) as leased,
       coalesce(extract(epoch from max(now() - due_at) filter (
         where due_at <= now() and (leased_until is null or leased_until <= now()))), 0)::float8 as "oldestDueSeconds"
     from tasks group by kind order by kind`,
  )
  const { rows } = await db.query<{ deadTuples: number; failed: number }>(
    `select coalesce((select n_dead_tup from pg_stat_user_tables where relid = 'tasks'::regclass), 0) as "deadTuples",
       (select count(*) from failed_tasks) as failed`,
  )
  return { kinds, ...rows[0] }
}
