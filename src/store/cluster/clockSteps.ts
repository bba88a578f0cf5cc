import type { Pool, Queryable } from '../postgres/pools.ts'
import { withTransaction } from '../postgres/transactions.ts'

/** Other processes see a step within this time, and measure it as closely as this: one that starts then less closely. */
const SAME_STEP_SECONDS = 60
const SAME_STEP_MS = 10_000

/** Between a step and the look that sees it, with the time that the answer takes. */
const LOOK_MS = 6000

/** How long leases are when they are granted or renewed. */
export interface LeaseLengths {
  taskMs: number
  personMs: number
}

/** A step with what is known of the clock after it. */
interface Step extends LeaseLengths {
  stepMs: number
  clockMs: number
}

type Stays = (step: Step) => readonly [fromMs: number, toMs: number] | null

/**
 * Which times were set by the new clock, before the step was seen, and stay. After a step forward, all that stand beyond
 * it: those of the old clock stand before, but for waits longer than the step, which then end earlier.
 */
const later = (column: string, staysAfterStepBack: Stays) => (step: Step) => {
  const { stepMs, clockMs } = step
  const stays = stepMs > 0 ? ([clockMs - LOOK_MS, Number.POSITIVE_INFINITY] as const) : staysAfterStepBack(step)
  // By way of a time without zone: the statement must not depend on the time zone of the session.
  const moved = `(${column} at time zone 'UTC' + $1::float8 * interval '1 ms') at time zone 'UTC'`
  return `${column} = ${stays ? `case when ${between(column, stays)} then ${column} else ${moved} end` : moved}`
}

const between = (column: string, [fromMs, toMs]: readonly [number, number]) =>
  [`${column} >= ${timeOf(fromMs)}`, ...(Number.isFinite(toMs) ? [`${column} < ${timeOf(toMs)}`] : [])].join(' and ')

const timeOf = (ms: number) => `timestamptz '${new Date(ms).toISOString()}'`

/**
 * Waits of any length up to this one. Those that the old clock set stand beyond the step, unless they were over long ago:
 * such a one then lasts for so long once more at most.
 */
const waitOf =
  (longestMs: number): Stays =>
  ({ clockMs, stepMs }) => [clockMs - LOOK_MS, clockMs + Math.min(longestMs, -stepMs - LOOK_MS)]

/** Leases always get their full length: what was granted since the step ends after it, within the time of a look. */
const leaseOf =
  (lengthOf: (lengths: LeaseLengths) => number): Stays =>
  (step) => {
    const endMs = step.clockMs + lengthOf(step)
    return [endMs - LOOK_MS, endMs + 1000]
  }

/** One that was set since ends at once, which is less harm than one that ended long ago and begins again. */
const never: Stays = () => null

/** The usual delays of retries; those of callbacks grow to hours, and come once too early. */
const RETRY = waitOf(150_000)
const TASK = leaseOf(({ taskMs }) => taskMs)
const PERSON = leaseOf(({ personMs }) => personMs)
const ASSISTANT = waitOf(300_000)

/** Times that stand for "so long from now": leases, retries, what may be taken back. */
const SHIFTED: readonly [table: string, times: readonly ((step: Step) => string)[], where?: string][] = [
  ['tasks', [later('due_at', RETRY), later('leased_until', TASK)]],
  ['delivery_queue', [later('due_at', RETRY)]],
  [
    'jobs',
    [later('held_until', PERSON), later('undo_until', waitOf(30_000))],
    'held_until is not null or undo_until is not null',
  ],
  ['jobs', [later('assist_until', ASSISTANT)], 'assist_until is not null'],
  ['assistant_runs', [later('due_at', RETRY), later('lease_until', ASSISTANT)], "status in ('queued', 'running')"],
  ['assistant_sessions', [later('asked_at', waitOf(0)), later('call_until', waitOf(15_000))]],
  ['assignments', [later('held_until', PERSON)], 'held_until is not null'],
  ['assistants', [later('describe_due_at', RETRY)]],
  ['sign_in_failures', [later('failed_at', never), later('blocked_until', never)]],
]

/**
 * What lets people in follows a clock that is set back, since it would live longer otherwise; by one that is set forward
 * it ends early, and they sign in again.
 */
const SHIFTED_BACK: typeof SHIFTED = [
  ['sessions', [later('expires_at', never), later('last_seen_at', waitOf(0))]],
  ['invitations', [later('expires_at', never)], 'used_at is null'],
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
export function followClockStep(pool: Pool, stepMs: number, leases: LeaseLengths): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    await client.query('lock table clock_steps in exclusive mode')
    const { rowCount } = await client.query(
      `select 1 from clock_steps where abs(step_ms - $1) < $2
       and abs(extract(epoch from clock_timestamp() - seen_at)) < $3`,
      [Math.round(stepMs), SAME_STEP_MS, SAME_STEP_SECONDS],
    )
    if (rowCount) return false
    // The last one alone: a clock that goes to and fro makes the same step again within the minute.
    await client.query('delete from clock_steps')
    await client.query('insert into clock_steps (step_ms) values ($1)', [Math.round(stepMs)])
    const step = { stepMs, clockMs: await readDatabaseClock(client), ...leases }
    for (const [table, times, where] of [...SHIFTED, ...(stepMs < 0 ? SHIFTED_BACK : [])]) {
      const sets = times.map((time) => time(step)).join(', ')
      await client.query(`update ${table} set ${sets}${where ? ` where ${where}` : ''}`, [stepMs])
    }
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
