import { randomInt } from 'node:crypto'
import type { Pool, Queryable } from '../../postgres/pools.ts'

// Other users of advisory locks take single keys; ours are pairs of this class and a number.
const LOCK_CLASS = 0x0ca11

/**
 * Registers a delivery worker on a connection that it keeps open for as long as it lives: the advisory lock held there
 * ends with the session, however the process ends.
 */
export async function registerWorker(session: Queryable, workerId: string): Promise<void> {
  const lockKey = randomInt(1, 2 ** 31 - 1)
  await session.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, lockKey])
  await session.query(
    `insert into delivery_workers (id, lock_key) values ($1, $2)
     on conflict (id) do update set lock_key = excluded.lock_key`,
    [workerId, lockKey],
  )
}

export async function unregisterWorker(pool: Pool, workerId: string): Promise<void> {
  await pool.query('delete from delivery_workers where id = $1', [workerId])
}

/** Releases the deliveries of workers whose session has ended; returns how many. */
export async function releaseDeadWorkers(pool: Pool, ownWorkerId: string): Promise<number> {
  const { rowCount } = await pool.query(
    `with dead as (
       delete from delivery_workers w
       where w.id <> $1 and not exists (
         select 1 from pg_locks l where l.locktype = 'advisory' and l.classid::bigint = $2 and l.objid::bigint = w.lock_key
           and l.database = (select oid from pg_database where datname = current_database()))
       returning w.id
     )
     update delivery_queue q set due_at = now(), lease_token = null, leased_by = null from dead where q.leased_by = dead.id`,
    [ownWorkerId, LOCK_CLASS],
  )
  return rowCount ?? 0
}
