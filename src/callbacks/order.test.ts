import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { announcements, deliveriesWhen } from '../../test/callbackProject.ts'
import type { Answer } from '../../test/callbackReceiver.ts'
import { callbackOffice } from '../../test/callbackWorker.ts'
import { settledOrWaiting } from '../../test/support/settledOrWaiting.ts'
import { claimDeliveries, NO_RECEIVER } from '../store/cluster/callbacks/claim.ts'
import { settleSiblings } from '../store/cluster/callbacks/siblings.ts'
import { silentLog } from '../store/postgres/log.ts'
import { createPool } from '../store/postgres/pools.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { announce } from '../store/project/callbacks/announce.ts'
import { deliveriesOfJob } from '../store/project/callbacks/deliveries.ts'
import { resendJobs } from '../store/project/callbacks/resend.ts'

/** Whatever is due. */
const ALL = { limit: 4096, startAfter: NO_RECEIVER }
const { database, running, project, commit } = await callbackOffice()
const statusIn = (body: Buffer) => JSON.parse(body.toString()).status as string
const bodyOf = (status: string) => Buffer.from(JSON.stringify({ status }))
const ALL_EVENTS = ['PENDING', 'COMPLETED', 'FAILED']

test('COMPLETED waits for a PENDING that is on its way', () =>
  running({}, async ({ receiver, callbacks }) => {
    const owner = await project(receiver.url, { events: ALL_EVENTS })
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const answered: string[] = []
    receiver.answer = async ({ body }): Promise<Answer> => {
      if (statusIn(body) === 'PENDING') await opened
      answered.push(statusIn(body))
      return { status: 200 }
    }
    const jobId = randomUUID()
    const [pending] = announcements(owner, 1, { jobId, status: 'PENDING', body: bodyOf('PENDING') })
    const [completed] = announcements(owner, 1, { jobId, body: bodyOf('COMPLETED') })
    const [other] = announcements(owner, 1, { body: bodyOf('OTHER') })
    await commit([pending])
    await receiver.requests(1)
    await commit([completed, other])
    callbacks.wake()
    await receiver.requests(2)
    assert.equal(statusIn(receiver.received[1].body), 'OTHER', 'other jobs go on')
    open()
    await deliveriesWhen(database.pool, owner.projectId, jobId, (all) =>
      all.every(({ status }) => status === 'delivered'),
    )
    assert.deepEqual(answered, ['OTHER', 'PENDING', 'COMPLETED'])
  }))

test('a PENDING that was refused never comes after the COMPLETED', () =>
  running({ scheduleMs: [0, 60_000, 60_000] }, async ({ receiver, callbacks }) => {
    const owner = await project(receiver.url, { events: ALL_EVENTS })
    receiver.answer = ({ body }) => ({ status: statusIn(body) === 'PENDING' ? 500 : 200 })
    const jobId = randomUUID()
    await commit(announcements(owner, 1, { jobId, status: 'PENDING', body: bodyOf('PENDING') }))
    await deliveriesWhen(database.pool, owner.projectId, jobId, ([one]) => one?.attempts.length === 1)
    await commit(announcements(owner, 1, { jobId, body: bodyOf('COMPLETED') }))
    callbacks.wake()
    const [pending, completed] = await deliveriesWhen(
      database.pool,
      owner.projectId,
      jobId,
      (all) => all[1]?.status === 'delivered',
    )
    assert.equal(pending.status, 'exhausted')
    assert.equal(pending.nextAttemptAt, null)
    assert.equal(completed.attempts.length, 1)
    assert.deepEqual(
      receiver.received.map(({ body }) => statusIn(body)),
      ['PENDING', 'COMPLETED'],
    )
    const { rows } = await database.pool.query('select 1 from delivery_queue where job_id = $1', [jobId])
    assert.equal(rows.length, 0, 'nothing of the job is left to be sent')
  }))

test('two workers taking announcements of the same jobs never send both at once', async () => {
  await database.pool.query('delete from delivery_queue')
  const owner = await project('http://customer.example/', { events: ALL_EVENTS })
  const jobIds = Array.from({ length: 60 }, () => randomUUID())
  for (const jobId of jobIds) {
    await commit([
      ...announcements(owner, 1, { jobId, status: 'PENDING' }),
      ...announcements(owner, 1, { jobId, status: 'FAILED' }),
      ...announcements(owner, 1, { jobId, status: 'COMPLETED' }),
    ])
  }
  const take = async () => {
    const claimed = await claimDeliveries(database.pool, {
      leaseToken: randomUUID(),
      workerId: randomUUID(),
      leaseMs: 60_000,
      slots: new Map(),
      defaultSlots: 7,
      ...ALL,
    })
    return settleSiblings(database.pool, claimed)
  }
  const sent: string[] = []
  for (let round = 0; round < 12; round++) {
    const taken = (await Promise.all([take(), take(), take()])).flat()
    sent.push(...taken.map((one) => one.jobId))
  }
  // Leases last longer than the test, so nothing taken has ended: a job taken twice would be under way twice.
  assert.equal(new Set(sent).size, sent.length)
  assert.ok(sent.length >= 30)
})

test('COMPLETED waits for a PENDING that another worker takes while its own announcements are looked at', async () => {
  await database.pool.query('delete from delivery_queue')
  const owner = await project('http://customer.example/', { events: ALL_EVENTS })
  const jobId = randomUUID()
  await commit([
    ...announcements(owner, 1, { jobId, status: 'PENDING' }),
    ...announcements(owner, 1, { jobId, status: 'COMPLETED' }),
  ])
  const options = () => ({
    leaseToken: randomUUID(),
    workerId: randomUUID(),
    leaseMs: 60_000,
    slots: new Map(),
    defaultSlots: 8,
    ...ALL,
  })
  const dueOfPending = (change: string) =>
    database.pool.query(`update delivery_queue set due_at = now() + interval '${change}' where pending_status`)
  await dueOfPending('1 hour')
  const completed = await claimDeliveries(database.pool, options())
  assert.equal(completed.length, 1)
  await dueOfPending('-1 second')

  // For one worker the rows of the queue come late: each waits for a lock that the test holds.
  await database.pool.query(
    `create schema slow;
     create function slow.row_comes() returns boolean language plpgsql volatile as $$
       begin perform pg_advisory_xact_lock_shared(1); return true; end $$;
     create view slow.delivery_queue as select * from public.delivery_queue where slow.row_comes()`,
  )
  const slow = createPool({
    connectionString: database.connectionString,
    applicationName: 'slow',
    maxConnections: 1,
    statementTimeoutMs: 60_000,
    log: silentLog,
  })
  await slow.query('set search_path to slow, public')
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(1)')
    const settled = settleSiblings(slow, completed)
    await untilWaiting('advisory')
    const pending = await claimDeliveries(database.pool, options())
    assert.deepEqual(
      pending.map((one) => one.pendingStatus),
      [true],
    )
    await holder.query('commit')
    assert.deepEqual(await settled, [], 'COMPLETED steps back')
    const [first] = await deliveriesOfJob(database.pool, owner.projectId, jobId)
    assert.equal(first.status, 'pending', 'PENDING is still on its way')
  } finally {
    holder.release()
    await slow.end()
    await database.pool.query('drop schema slow cascade')
  }
})

test('a repeated callback carries the newest state when it is queued: not PENDING while COMPLETED is being written', async () => {
  await database.pool.query('delete from delivery_queue')
  const owner = await project('http://customer.example/', { events: ALL_EVENTS })
  const jobId = randomUUID()
  await commit(announcements(owner, 1, { jobId, status: 'PENDING' }))
  await database.pool.query("update deliveries set status = 'delivered' where job_id = $1", [jobId])
  await database.pool.query('delete from delivery_queue')
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await announce(holder, announcements(owner, 1, { jobId, status: 'COMPLETED' }))
    const resent = withTransaction(database.pool, (db) => resendJobs(db, owner.projectId, [jobId]))
    await settledOrWaiting(database.pool, resent)
    await holder.query('commit')
    assert.equal(await resent, 1)
  } finally {
    holder.release()
  }
  const deliveries = await deliveriesOfJob(database.pool, owner.projectId, jobId)
  assert.deepEqual(
    deliveries.map(({ status }) => status),
    ['delivered', 'pending'],
  )
})

/** Resolves once a session of the database waits for such a lock. */
async function untilWaiting(lock: string): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query(
      'select 1 from pg_stat_activity where datname = current_database() and wait_event = $1',
      [lock],
    )
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
