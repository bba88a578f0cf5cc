import type { Pool, Queryable } from '../postgres/pools.ts'
import { withTransaction } from '../postgres/transactions.ts'

/** Other processes see a step within this time, and measure it as closely as this. */
const SAME_STEP_SECONDS = 60
const SAME_STEP_MS = 5000

/** Times that stand for "so long from now": leases, retries, what may be taken back. */
const SHIFTED = [
  `update tasks set due_at = due_at + $1 * interval '1 ms', leased_until = leased_until + $1 * interval '1 ms'`,
  `update delivery_queue set due_at = due_at + $1 * interval '1 ms'`,
  `update jobs set held_until = held_until + $1 * interval '1 ms', undo_until = undo_until + $1 * interval '1 ms'
   where held_until is not null or undo_until is not null`,
  `update assignments set held_until = held_until + $1 * interval '1 ms' where held_until is not null`,
]

/** Milliseconds since 1970 on the database's clock. */
export async function readDatabaseClock(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  return rows[0].ms
}

/**
 * After a step of the database's clock: moves what was set by the clock before, so that it waits as long as it was
 * meant to. False where another process has done it.
 */
export function followClockStep(pool: Pool, stepMs: number): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await client.query('lock table clock_steps in exclusive mode')
    const { rowCount } = await client.query(
      `select 1 from clock_steps where abs(step_ms - $1) < $2
       and abs(extract(epoch from clock_timestamp() - seen_at)) < $3`,
      [Math.round(stepMs), SAME_STEP_MS, SAME_STEP_SECONDS],
    )
    if (rowCount) return false
    await client.query('insert into clock_steps (step_ms) values ($1)', [Math.round(stepMs)])
    for (const text of SHIFTED) await client.query(text, [stepMs])
    return true
  })
}
