import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { withDatabase } from '../../test/database.ts'
import { until } from '../../test/support/apiClient.ts'
import { readDatabaseClock } from '../store/cluster/clockSteps.ts'
import { enqueue } from '../store/cluster/tasks/enqueue.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { watchClock } from './clockWatch.ts'

const HOUR_MS = 3_600_000

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
  test(`the database’s clock goes an hour ${way}: what is due and leased waits as long as it was meant to`, () =>
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
          log: { warn: (facts: unknown) => told.push(facts) },
          readClock: async () => (await readDatabaseClock(pool)) + aheadMs,
          lookEveryMs: 50,
        })
      // Two processes see it, one answers to it.
      const watches = [watch(), watch()]
      try {
        await sleep(500)
        assert.deepEqual(told, [])
        // The clock cannot be set here: the times that were set by it stand as far off as they would.
        await pool.query(
          `update tasks set due_at = due_at - $1 * interval '1 ms', leased_until = leased_until - $1 * interval '1 ms'`,
          [stepMs],
        )
        aheadMs = stepMs
        await until(async () => told.length > 0)
        await sleep(500)
        const [waiting, leased] = await waits(pool)
        assert.ok(waiting.due > 30_000 && waiting.due < 62_000, `due in ${waiting.due} ms`)
        assert.ok(leased.leased! > 5000 && leased.leased! < 32_000, `leased for ${leased.leased} ms`)
        assert.deepEqual(told, [{ stepSeconds: stepMs / 1000 }])
      } finally {
        for (const one of watches) one.stop()
      }
    }))
}

test('a database that answers late has not set its clock', () =>
  withDatabase(async ({ pool }) => {
    const told: unknown[] = []
    let isLate = false
    const watch = watchClock({
      pool,
      log: { warn: (facts: unknown) => told.push(facts) },
      readClock: async () => {
        const clockMs = await readDatabaseClock(pool)
        if (isLate) await sleep(6000)
        return clockMs
      },
      lookEveryMs: 100,
    })
    await sleep(400)
    isLate = true
    await sleep(200)
    isLate = false
    await sleep(7000)
    watch.stop()
    assert.deepEqual(told, [])
  }))
