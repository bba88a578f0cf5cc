import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { withDatabase } from '../../test/database.ts'
import { until } from '../../test/support/apiClient.ts'
import { takes, watchFor } from '../../test/support/time.ts'
import { followClockStep, readDatabaseClock } from '../store/cluster/clockSteps.ts'
import { createSession, findSession } from '../store/cluster/people/sessions.ts'
import { createInvitation } from '../store/cluster/people/users.ts'
import { enqueue } from '../store/cluster/tasks/enqueue.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { watchClock } from './clockWatch.ts'

const HOUR_MS = 3_600_000
const LEASES = { taskMs: 60_000, personMs: 900_000 }

/** Waits of the tasks in milliseconds, leases of those that are leased. */
async function waits(pool: Pool) {
  const { rows } = await pool.query<{ due: number; leased: number | null }>(
    `select extract(epoch from due_at - clock_timestamp())::float8 * 1000 as due,
       extract(epoch from leased_until - clock_timestamp())::float8 * 1000 as leased from tasks order by priority`,
  )
  return rows
}

for (const stepMs of [-HOUR_MS, HOUR_MS]) {
  const way = stepMs < 0 ? 'back' : 'forward'
  test(`the database’s clock jumps an hour ${way}: due and leased tasks wait as long as intended`, () =>
    withDatabase(async ({ pool }) => {
      const task = { projectId: randomUUID(), kind: 'validate' as const, payload: {} }
      await enqueue(pool, [
        { ...task, subjectId: randomUUID(), priority: 1, delayMs: 60_000 },
        { ...task, subjectId: randomUUID(), priority: 2, delayMs: 0 },
      ])
      await pool.query(`update tasks set leased_until = now() + interval '30 s' where priority = 2`)
      let aheadMs = 0
      const told: unknown[] = []
      const watch = () =>
        watchClock({
          pool,
          leases: LEASES,
          log: { warn: (facts: unknown) => told.push(facts) },
          readClock: async () => (await readDatabaseClock(pool)) + aheadMs,
          lookEveryMs: 50,
        })
      // Two processes see it, one answers to it.
      const watches = [watch(), watch()]
      try {
        await watchFor(500)
        assert.deepEqual(told, [])
        // The clock cannot be set here: the times that were set by it stand as far off as they would.
        await pool.query(
          `update tasks set due_at = due_at - $1 * interval '1 ms', leased_until = leased_until - $1 * interval '1 ms'`,
          [stepMs],
        )
        aheadMs = stepMs
        await until(async () => told.length > 0)
        await watchFor(500)
        const [waiting, leased] = await waits(pool)
        assert.ok(waiting.due > 30_000 && waiting.due < 62_000, `due in ${waiting.due} ms`)
        assert.ok(leased.leased! > 5000 && leased.leased! < 32_000, `leased for ${leased.leased} ms`)
        assert.deepEqual(told, [{ stepSeconds: stepMs / 1000 }])
      } finally {
        for (const one of watches) one.stop()
      }
    }))
}

test('a retry that is set after the clock went forward, but before we notice, waits as long as intended', () =>
  withDatabase(async ({ pool }) => {
    const task = { projectId: randomUUID(), kind: 'validate' as const, payload: {} }
    await enqueue(pool, [{ ...task, subjectId: randomUUID(), priority: 1, delayMs: 60_000 }])
    await asIfSet(pool, HOUR_MS)
    await enqueue(pool, [{ ...task, subjectId: randomUUID(), priority: 2, delayMs: 2000 }])
    assert.equal(await followClockStep(pool, HOUR_MS, LEASES), true)
    const [before, after] = await waits(pool)
    assert.ok(before.due > 30_000 && before.due < 62_000, `due in ${before.due} ms`)
    assert.ok(after.due < 2000, `due in ${after.due} ms`)
  }))

test('a time that is set after the clock went back, but before we notice, is as far off as intended', () =>
  withDatabase(async ({ pool }) => {
    const add = (priority: number, delayMs: number) =>
      enqueue(pool, [
        { projectId: randomUUID(), kind: 'validate', payload: {}, subjectId: randomUUID(), priority, delayMs },
      ])
    const lease = (priority: number) =>
      pool.query(`update tasks set leased_until = now() + interval '60 s' where priority = $1`, [priority])
    const overdueMs = 600_000
    for (const [priority, delayMs] of [60_000, -overdueMs, 0].entries()) await add(priority + 1, delayMs)
    await lease(3)
    await asIfSet(pool, -HOUR_MS)
    await add(4, 2000)
    await add(5, 0)
    await lease(5)
    const told = () => waits(pool).then((all) => all.map(({ due, leased }) => [near(due), leased && near(leased)]))
    const near = (ms: number) => Math.round(ms / 10_000) * 10_000 + 0
    const meant = [
      [60_000, null],
      [-overdueMs, null],
      [0, 60_000],
      [0, null],
      [0, 60_000],
    ]
    assert.equal(await followClockStep(pool, -HOUR_MS, LEASES), true)
    assert.deepEqual(await told(), meant)
    // Forward and back again within a minute, as a clock does that two time servers set.
    for (const stepMs of [HOUR_MS, -HOUR_MS]) {
      await asIfSet(pool, stepMs)
      assert.equal(await followClockStep(pool, stepMs, LEASES), true)
    }
    assert.deepEqual(await told(), meant)
  }))

/** Everything that was written by a clock stands so far off after that clock was set. */
const WRITTEN = [
  'update tasks set due_at = due_at - $1 * $2::interval, leased_until = leased_until - $1 * $2::interval',
  'update sign_in_failures set failed_at = failed_at - $1 * $2::interval, blocked_until = blocked_until - $1 * $2::interval',
  'update sessions set expires_at = expires_at - $1 * $2::interval, last_seen_at = last_seen_at - $1 * $2::interval',
  'update invitations set expires_at = expires_at - $1 * $2::interval',
  'update clock_seen set seen_at = seen_at - $1 * $2::interval',
]

const asIfSet = async (pool: Pool, stepMs: number) => {
  for (const text of WRITTEN) await pool.query(text, [stepMs, '1 ms'])
}

test('a clock that was set back while no process ran is noticed at the next start, by one of those that start', () =>
  withDatabase(async ({ pool }) => {
    const task = { projectId: randomUUID(), kind: 'validate' as const, payload: {}, subjectId: randomUUID() }
    const told: unknown[] = []
    const watch = () =>
      watchClock({ pool, leases: LEASES, log: { warn: (facts: unknown) => told.push(facts) }, lookEveryMs: 50 })
    const seenAt = async () =>
      (await pool.query<{ at: Date }>('select seen_at as at from clock_seen')).rows[0].at.getTime()
    const startedMs = await seenAt()
    const first = watch()
    await until(async () => (await seenAt()) > startedMs)
    first.stop()
    await enqueue(pool, [{ ...task, priority: 1, delayMs: 60_000 }])
    await watchFor(200)
    await asIfSet(pool, -HOUR_MS)
    const watches = [watch(), watch(), watch()]
    try {
      await until(async () => told.length > 0)
      await watchFor(500)
      const [waiting] = await waits(pool)
      assert.ok(waiting.due > 30_000 && waiting.due < 62_000, `due in ${waiting.due} ms`)
      assert.deepEqual(told, [{ stepSeconds: -HOUR_MS / 1000 }])
    } finally {
      for (const one of watches) one.stop()
    }
  }))

test('after a long stop, or a clock that was set forward meanwhile, due tasks are due, and no time is moved', () =>
  withDatabase(async ({ pool }) => {
    const task = { projectId: randomUUID(), kind: 'validate' as const, payload: {}, subjectId: randomUUID() }
    await enqueue(pool, [{ ...task, priority: 1, delayMs: 60_000 }])
    await asIfSet(pool, HOUR_MS)
    const told: unknown[] = []
    const watch = watchClock({
      pool,
      leases: LEASES,
      log: { warn: (facts: unknown) => told.push(facts) },
      lookEveryMs: 50,
    })
    await watchFor(500)
    watch.stop()
    const [waiting] = await waits(pool)
    assert.ok(waiting.due < -HOUR_MS + 62_000 && waiting.due > -HOUR_MS, `due in ${waiting.due} ms`)
    assert.deepEqual(told, [])
  }))

test('a clock that is set back lengthens no session, link or wait of a sign-in; one set forward ends sessions early', () =>
  withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into users (id, email, email_skeleton, role) values (gen_random_uuid(), 'a@example.com', 'a@example.com', 'admin') returning id`,
    )
    const token = await createSession(pool, rows[0].id)
    await createInvitation(pool, { userId: rows[0].id, by: null, hours: 1 })
    await pool.query(
      `insert into sign_in_failures (subject, failures, failed_at, blocked_until) values ('x', 9, now(), now() + interval '5 min')`,
    )
    const minutes = async (column: string, table: string) =>
      (
        await pool.query<{ left: number }>(
          `select extract(epoch from ${column} - now())::float8 / 60 as left from ${table} order by 1 desc limit 1`,
        )
      ).rows[0].left
    await asIfSet(pool, -HOUR_MS)
    await followClockStep(pool, -HOUR_MS, LEASES)
    assert.ok(Math.abs((await minutes('expires_at', 'invitations')) - 60) < 2)
    assert.ok(Math.abs((await minutes('expires_at', 'sessions')) - 30 * 24 * 60) < 2)
    assert.ok(Math.abs(await minutes('last_seen_at', 'sessions')) < 2)
    assert.ok(Math.abs((await minutes('blocked_until', 'sign_in_failures')) - 5) < 2)
    assert.ok(await findSession(pool, token))

    const weekMs = 8 * 24 * HOUR_MS
    await asIfSet(pool, weekMs)
    await followClockStep(pool, weekMs, LEASES)
    assert.equal(await findSession(pool, token), null)
    assert.ok((await minutes('expires_at', 'invitations')) < 0)
    assert.ok(Math.abs((await minutes('blocked_until', 'sign_in_failures')) - 5) < 2)
  }))

test('the use of a session is recorded by the database’s clock, not by the machine’s', () =>
  withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into users (id, email, email_skeleton, role) values (gen_random_uuid(), 'a@example.com', 'a@example.com', 'admin') returning id`,
    )
    const token = await createSession(pool, rows[0].id)
    assert.equal((await findSession(pool, token))?.isStale, false)
    await pool.query(`update sessions set last_seen_at = now() - interval '6 minutes'`)
    assert.equal((await findSession(pool, token))?.isStale, true)
  }))

test('a database that answers late has not set its clock', () =>
  withDatabase(async ({ pool }) => {
    const told: unknown[] = []
    let isLate = false
    const watch = watchClock({
      pool,
      leases: LEASES,
      log: { warn: (facts: unknown) => told.push(facts) },
      readClock: async () => {
        const clockMs = await readDatabaseClock(pool)
        if (isLate) await takes(6000)
        return clockMs
      },
      lookEveryMs: 100,
    })
    await watchFor(400)
    isLate = true
    await watchFor(200)
    isLate = false
    await watchFor(7000)
    watch.stop()
    assert.deepEqual(told, [])
  }))
