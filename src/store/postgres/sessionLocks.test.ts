import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDatabase } from '../../../test/database.ts'
import { until } from '../../../test/support/apiClient.ts'
import { SessionLocks } from './sessionLocks.ts'

const patient = new AbortController().signal

/** Work that goes on until it is let go. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasBegun = false
  return {
    end: resolve,
    hasBegun: () => hasBegun,
    run: async () => {
      hasBegun = true
      await promise
    },
  }
}

async function withTwo(fn: (first: SessionLocks, second: SessionLocks, end: () => Promise<void>) => Promise<void>) {
  await withDatabase(async ({ pool, connectionString }) => {
    const [first, second] = [new SessionLocks(connectionString), new SessionLocks(connectionString)]
    const endFirst = () =>
      pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
           and application_name = 'fiducial locks'`,
        )
        .then(() => {})
    try {
      await fn(first, second, endFirst)
    } finally {
      await Promise.all([first.close(), second.close()])
    }
  })
}

test('two processes do the work of one name one after the other, and that of two names at once', () =>
  withTwo(async (first, second) => {
    const [one, same, other] = [work(), work(), work()]
    const running = [first.run('a', patient, one.run)]
    await until(async () => one.hasBegun())
    running.push(second.run('a', patient, same.run), second.run('b', patient, other.run))
    await until(async () => other.hasBegun())
    assert.equal(same.hasBegun(), false)
    one.end()
    await until(async () => same.hasBegun())
    for (const { end } of [same, other]) end()
    await Promise.all(running)
  }))

test('who gives up while another process has its turn gets their own reason, and work that failed frees its name', () =>
  withTwo(async (first, second) => {
    const one = work()
    const running = first.run('a', patient, one.run)
    await until(async () => one.hasBegun())
    const leaving = new AbortController()
    const waiting = second.run('a', leaving.signal, async () => assert.fail('it is not its turn'))
    const reason = new Error('no time')
    leaving.abort(reason)
    await assert.rejects(waiting, reason)
    one.end()
    await running
    await assert.rejects(
      second.run('a', patient, async () => {
        throw reason
      }),
      reason,
    )
    assert.equal(await first.run('a', patient, async () => 7), 7)
  }))

test('the locks of a process whose session ends are free, and it continues with another session', () =>
  withTwo(async (first, second, endSessions) => {
    const one = work()
    const running = first.run('a', patient, one.run)
    await until(async () => one.hasBegun())
    await endSessions()
    assert.equal(await second.run('a', patient, async () => 7), 7)
    one.end()
    await running
    assert.equal(await first.run('a', patient, async () => 8), 8)
  }))
