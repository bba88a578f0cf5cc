import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { announcements, deliveriesWhen } from '../../test/callbackProject.ts'
import { CallbackReceiver } from '../../test/callbackReceiver.ts'
import { callbackOffice, startWorker } from '../../test/callbackWorker.ts'
import { signedPost } from '../egress/signedPost.ts'
import { claimDeliveries, NO_RECEIVER } from '../store/cluster/callbacks/claim.ts'
import { markFailed } from '../store/cluster/callbacks/marks.ts'
import { registerWorker } from '../store/cluster/callbacks/workers.ts'
import { notifyDeliveries } from '../store/project/callbacks/announce.ts'
import { deliveriesOfJob } from '../store/project/callbacks/deliveries.ts'

/** Whatever is due. */
const ALL = { limit: 4096, startAfter: NO_RECEIVER }
const { database, masterKey, egress, running, project, commit } = await callbackOffice()

test('a worker that dies between the POST and the note: another sends it again under the same id', async () => {
  await database.pool.query('delete from delivery_queue')
  const receiver = await CallbackReceiver.start()
  const owner = await project(receiver.url)
  const [one] = announcements(owner, 1)
  await commit([one])
  const workerId = randomUUID()
  const session = new pg.Client({ connectionString: database.connectionString })
  session.on('error', () => {})
  await session.connect()
  await registerWorker(session, workerId)
  const lease = { leaseToken: randomUUID(), workerId, leaseMs: 3_600_000, slots: new Map(), defaultSlots: 8, ...ALL }
  const [claimed] = await claimDeliveries(database.pool, lease)
  const { signingSecret } = owner
  await signedPost(egress, { ...claimed, lane: owner.projectId, signingSecret, serviceKey: null }, { timeoutMs: 5000 })
  assert.equal(receiver.received.length, 1)
  // The lease is an hour long: what frees the delivery is that the dead worker's session is gone.
  await session.end()
  const callbacks = startWorker({ database, masterKey, egress })
  try {
    const [delivery] = await deliveriesWhen(
      database.pool,
      owner.projectId,
      one.jobId,
      ([first]) => first.status === 'delivered',
    )
    assert.equal(receiver.received.length, 2)
    for (const request of receiver.received) {
      assert.equal(request.webhookId, delivery.webhookId)
      assert.deepEqual(request.body, one.body)
    }
  } finally {
    await receiver.stop()
    await callbacks.stop()
  }
})

test('a lease that ended frees its delivery, and what its former holder notes as failed counts no more', async () => {
  await database.pool.query('delete from delivery_queue')
  const owner = await project('http://customer.example/')
  const [one] = announcements(owner, 1)
  await commit([one])
  const claim = (leaseMs: number) =>
    claimDeliveries(database.pool, {
      leaseToken: randomUUID(),
      workerId: randomUUID(),
      leaseMs,
      slots: new Map(),
      defaultSlots: 8,
      ...ALL,
    })
  const [paused] = await claim(0)
  const [current] = await claim(60_000)
  assert.equal(current.position, paused.position)
  assert.deepEqual(await claim(60_000), [])
  const attempt = { at: new Date(), durationMs: 1, httpStatus: 500, error: null, response: '' }
  await markFailed(database.pool, [{ ...paused, attempt, retryInMs: null }])
  const [delivery] = await deliveriesOfJob(database.pool, owner.projectId, one.jobId)
  assert.equal(delivery.status, 'pending')
  assert.deepEqual(delivery.attempts, [])
})

test('stopping aborts hanging attempts and releases them at once', async () => {
  await database.pool.query('delete from delivery_queue')
  const receiver = await CallbackReceiver.start()
  receiver.answer = () => null
  const owner = await project(receiver.url)
  const [one] = announcements(owner, 1)
  const callbacks = startWorker({ database, masterKey, egress, timeoutMs: 60_000, graceMs: 50 })
  await commit([one])
  callbacks.wake()
  await receiver.requests(1)
  await callbacks.stop()
  const { rows } = await database.pool.query('select lease_token, attempts, due_at <= now() as due from delivery_queue')
  assert.deepEqual(rows, [{ lease_token: null, attempts: 0, due: true }])
  await receiver.stop()
})

test('with an open breaker messages wait, are not dropped, and all arrive when the receiver is back', () =>
  running({ scheduleMs: Array(40).fill(1), breaker: { openMs: 20, maxOpenMs: 40 } }, async ({ receiver }) => {
    const owner = await project(receiver.url)
    let down = true
    receiver.answer = () => ({ status: down ? 500 : 200 })
    const list = announcements(owner, 60)
    await commit(list)
    // Ten to open it, those under way at that moment, then probes one by one.
    await receiver.requests(20)
    const { rows } = await database.pool.query<{ waiting: number }>(
      'select count(*)::int as waiting from delivery_queue where attempts = 0',
    )
    assert.ok(rows[0].waiting >= 30, `${rows[0].waiting} have not been tried`)
    down = false
    for (const one of list)
      await deliveriesWhen(database.pool, owner.projectId, one.jobId, ([first]) => first.status === 'delivered')
    const delivered = new Set(receiver.received.map((request) => request.webhookId))
    assert.equal(delivered.size, 60)
  }))

test('a receiver that hangs with a long backlog holds a handful of requests while others get all of theirs', () =>
  running({ timeoutMs: 60_000, graceMs: 0 }, async ({ receiver: hanging, callbacks }) => {
    const well = await CallbackReceiver.start()
    try {
      hanging.answer = () => null
      const stuck = await project(hanging.url)
      const lively = await project(well.url)
      await commit(announcements(stuck, 500))
      callbacks.wake()
      await hanging.requests(1)
      await commit(announcements(lively, 300))
      callbacks.wake()
      await well.requests(300)
      assert.ok(hanging.received.length <= 8, `${hanging.received.length} requests hang`)
    } finally {
      await well.stop()
    }
  }))

test('many receivers that hang leave a place to the next one', () =>
  running(
    { timeoutMs: 60_000, graceMs: 0, fairness: { maxInFlight: 16 } },
    async ({ receiver: hanging, callbacks }) => {
      const well = await CallbackReceiver.start()
      try {
        hanging.answer = () => null
        for (let nr = 0; nr < 30; nr++) await commit(announcements(await project(hanging.url), 10))
        callbacks.wake()
        await hanging.requests(30)
        await commit(announcements(await project(well.url), 50))
        callbacks.wake()
        await well.requests(50)
      } finally {
        await well.stop()
      }
    },
  ))

test('a worker in another process learns of a commit by notification', () =>
  running({ pollMs: 600_000 }, async ({ receiver }) => {
    const owner = await project(receiver.url)
    await commit(announcements(owner, 1))
    // Whenever it began to listen: it looks by itself then, and hears of all that comes later.
    await notifyDeliveries(database.pool)
    await receiver.requests(1)
  }))

test('two workers share a backlog and send nothing twice', () =>
  running({}, async ({ receiver }) => {
    const second = startWorker({ database, masterKey, egress })
    try {
      const owner = await project(receiver.url)
      const list = announcements(owner, 400)
      await commit(list)
      await receiver.requests(400)
      for (const one of list) {
        await deliveriesWhen(database.pool, owner.projectId, one.jobId, ([first]) => first.status === 'delivered')
      }
      assert.equal(receiver.received.length, 400)
      assert.equal(new Set(receiver.received.map((request) => request.webhookId)).size, 400)
    } finally {
      await second.stop()
    }
  }))

test('when the database ends every session in the middle, everything is delivered all the same', () =>
  running({}, async ({ receiver }) => {
    const owner = await project(receiver.url)
    const list = announcements(owner, 120)
    await commit(list)
    const admin = new pg.Client({ connectionString: database.connectionString })
    await admin.connect()
    for (let round = 0; round < 5; round++) {
      await receiver.requests(1 + round * 10)
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    }
    await admin.end()
    for (const one of list) {
      await deliveriesWhen(database.pool, owner.projectId, one.jobId, ([first]) => first.status === 'delivered')
    }
    const ids = new Set(receiver.received.map((request) => request.webhookId))
    assert.equal(ids.size, 120)
  }))
