import type { Pool, Queryable } from '../postgres/pools.ts'
import { withTransaction } from '../postgres/transactions.ts'

/** Other processes see a step within this time, and measure it as closely as this: one that starts then less closely. */
const SAME_STEP_SECONDS = 60
const SAME_STEP_MS = 10_000

/** Between a step and the look that sees it. */
const LOOK_MS = 5000

/**
 * Moves a time, unless it was set by the new clock: after a step forward, times set by the old clock stand before the
 * new one, but for waits longer than the step, which then end earlier. After a step back all are moved: one that was
 * set since ends at once, which is less harm than an overdue one that waits. By way of a time without zone: shards
 * refuse functions that go by the zone of the session.
 */
const later = (column: string) =>
  `${column} = case when $1::float8 > 0 and ${column} >= $2::timestamptz then ${column}
     else (${column} at time zone 'UTC' + $1::float8 * interval '1 ms') at time zone 'UTC' end`

/** Times that stand for "so long from now": leases, retries, what may be taken back. */
const SHIFTED = [
  `update tasks set ${later('due_at')}, ${later('leased_until')}`,
  `update delivery_queue set ${later('due_at')}`,
  `update jobs set ${later('held_until')}, ${later('undo_until')}
   where held_until is not null or undo_until is not null`,
  `update jobs set ${later('assist_until')} where assist_until is not null`,
  `update assistant_runs set ${later('due_at')}, ${later('lease_until')}
   where status in ('queued', 'running')`,
  `update assistant_sessions set ${later('asked_at')}, ${later('call_until')}`,
  `update assignments set ${later('held_until')} where held_until is not null`,
  `update assistants set ${later('describe_due_at')}`,
  `update sign_in_failures set ${later('failed_at')},
   ${later('blocked_until')}`,
]

/**
 * What lets people in follows a clock that is set back, since it would live longer otherwise; by one that is set forward
 * it ends early, and they sign in again.
 */
const SHIFTED_BACK = [
  `update sessions set ${later('expires_at')}, ${later('last_seen_at')}`,
  `update invitations set ${later('expires_at')} where used_at is null`,
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
    const setSince = new Date((await readDatabaseClock(client)) - LOOK_MS)
    for (const text of SHIFTED) await client.query(text, [stepMs, setSince])
    if (stepMs < 0) for (const text of SHIFTED_BACK) await client.query(text, [stepMs, setSince])
    await noteClock(client)
    return true
  })
}

/** Keeps what the database's clock says, for processes that start later. */
export async function noteClock(db: Queryable): Promise<void> {
  await db.query('update clock_seen set seen_at = clock_timestamp()')
}

/** How far the database's clock stands before what a process read there last: 0 unless it was set back since. */
export async function readSetBackMs(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    'select greatest(0, extract(epoch from seen_at - clock_timestamp())::float8 * 1000) as ms from clock_seen',
  )
  return rows[0]?.ms ?? 0
}
