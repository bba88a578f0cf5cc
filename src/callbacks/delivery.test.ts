import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { announcements } from '../../test/callbackProject.ts'
import { CallbackReceiver } from '../../test/callbackReceiver.ts'
import { callbackOffice } from '../../test/callbackWorker.ts'
import { until } from '../../test/support/apiClient.ts'
import { EgressClient } from '../egress/client.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { type Delivery, deliveriesOfJob } from '../store/project/callbacks/deliveries.ts'
import { resendBatch, resendJobs } from '../store/project/callbacks/resend.ts'
import { getCallbackSettings, putCallbackSettings } from '../store/project/callbacks/settings.ts'

const { database, masterKey, running, project, commit } = await callbackOffice()

/** Polls without a time limit: the runner's is enough. */
async function untilDelivery(
  projectId: string,
  jobId: string,
  enough: (delivery: Delivery) => boolean,
): Promise<Delivery> {
  for (;;) {
    const delivery = (await deliveriesOfJob(database.pool, projectId, jobId)).at(-1)
    if (delivery && enough(delivery)) return delivery
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a callback arrives as JSON, signed as Standard Webhooks say, with the service key', () =>
  running({}, async ({ receiver }) => {
    const owner = await project(receiver.url, { serviceKey: 'key-of-the-customer' })
    const [one] = announcements(owner, 1)
    await commit([one])
    await receiver.requests(1)
    const { headers, body, path } = receiver.received[0]
    assert.equal(path, '/hook')
    assert.deepEqual(body, one.body)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['x-service-key'], 'key-of-the-customer')
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString('utf8')}`
    const key = Buffer.from(owner.signingSecret.replace('whsec_', ''), 'base64')
    assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
    assert.ok(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 60)
    const delivery = await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'delivered')
    assert.equal(delivery.webhookId, headers['webhook-id'])
    assert.equal(delivery.nextAttemptAt, null)
    assert.deepEqual(
      delivery.attempts.map(({ httpStatus, error }) => [httpStatus, error]),
      [[200, null]],
    )
  }))

test('any 2xx is success; everything else is tried again with the same id and bytes', () =>
  running({}, async ({ receiver }) => {
    const owner = await project(receiver.url)
    const statuses = [500, 404, 302, 204]
    receiver.answer = (_request, nr) => ({ status: statuses[nr - 1], headers: { location: '/elsewhere' }, body: '' })
    const [one] = announcements(owner, 1)
    await commit([one])
    const delivery = await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'delivered')
    assert.deepEqual(
      delivery.attempts.map((attempt) => attempt.httpStatus),
      statuses,
    )
    assert.equal(new Set(receiver.received.map((request) => request.webhookId)).size, 1)
    for (const request of receiver.received) assert.deepEqual(request.body, one.body)
  }))

test('a redirect is never followed, so the service key stays with the receiver', () =>
  running({ scheduleMs: [0, 10] }, async ({ receiver }) => {
    const elsewhere = await CallbackReceiver.start()
    try {
      const owner = await project(receiver.url, { serviceKey: 'key-of-the-customer' })
      receiver.answer = () => ({ status: 307, headers: { location: elsewhere.url } })
      const [one] = announcements(owner, 1)
      await commit([one])
      const delivery = await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'exhausted')
      assert.equal(delivery.attempts.length, 2)
      assert.equal(elsewhere.received.length, 0)
    } finally {
      await elsewhere.stop()
    }
  }))

test('after the last attempt it is exhausted; resent manually it keeps its id and bytes', () =>
  running({ scheduleMs: [0, 10, 10] }, async ({ receiver, callbacks }) => {
    const owner = await project(receiver.url)
    receiver.answer = () => ({ status: 503, body: 'x'.repeat(5000) })
    const [one] = announcements(owner, 1)
    await commit([one])
    const exhausted = await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'exhausted')
    assert.equal(exhausted.attempts.length, 3)
    assert.equal(exhausted.nextAttemptAt, null)
    assert.equal(exhausted.attempts[0].response, 'x'.repeat(4096))
    receiver.answer = () => ({ status: 200 })
    assert.equal(await resendJobs(database.pool, owner.projectId, [one.jobId]), 1)
    callbacks.wake()
    const delivered = await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'delivered')
    assert.equal(delivered.webhookId, exhausted.webhookId)
    assert.equal(delivered.attempts.length, 4)
    const last = receiver.received.at(-1)!
    assert.equal(last.webhookId, exhausted.webhookId)
    assert.deepEqual(last.body, one.body)
  }))

test('sending a batch again takes all its jobs, or only those that failed', () =>
  running({ scheduleMs: [0] }, async ({ receiver }) => {
    const owner = await project(receiver.url)
    const list = announcements(owner, 4)
    for (const [index, { jobId, projectId, batchId }] of list.entries()) {
      await database.pool.query(
        `insert into jobs (project_id, id, batch_id, position, reference_id, tag, operation, priority_weight, frames,
           payload_sha256) values ($1, $2, $3, $4, $5, 't', 'image2d', 5, 1, '')`,
        [projectId, jobId, batchId, index, `r${index}`],
      )
    }
    const refused = new Set(list.slice(0, 3).map((one) => one.body.toString()))
    receiver.answer = ({ body }) => ({ status: refused.has(body.toString()) ? 400 : 200 })
    await commit(list)
    await receiver.requests(4)
    for (const one of list) await untilDelivery(owner.projectId, one.jobId, ({ status }) => status !== 'pending')
    refused.clear()
    const { projectId, batchId } = owner
    assert.equal(await resendBatch(database.pool, { projectId, batchId, onlyFailed: true }), 3)
    for (const one of list) await untilDelivery(projectId, one.jobId, ({ status }) => status === 'delivered')
    assert.equal(receiver.received.length, 7)
    assert.equal(await resendBatch(database.pool, { projectId, batchId, onlyFailed: true }), 0)
    assert.equal(await resendBatch(database.pool, { projectId, batchId, onlyFailed: false }), 4)
    await receiver.requests(11)
    assert.equal(new Set(receiver.received.map((request) => request.webhookId)).size, 4)
  }))

test('Retry-After puts the next attempt off, beyond the schedule', () =>
  running({ scheduleMs: [0, 10, 10] }, async ({ receiver }) => {
    const owner = await project(receiver.url)
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '1200' } })
    const [one] = announcements(owner, 1)
    await commit([one])
    const delivery = await untilDelivery(owner.projectId, one.jobId, ({ attempts }) => attempts.length === 1)
    const waitMs = delivery.nextAttemptAt!.getTime() - delivery.attempts[0].at.getTime()
    assert.ok(waitMs >= 1_190_000 && waitMs < 1_300_000, `${waitMs}`)
  }))

test('410 switches the endpoint off and says so; on again, what waited is sent by hand', () =>
  running({}, async ({ receiver }) => {
    const owner = await project(receiver.url)
    const { projectId } = owner
    receiver.answer = () => ({ status: 410 })
    const [first, second] = announcements(owner, 2)
    await commit([first])
    const waiting = await untilDelivery(projectId, first.jobId, ({ status }) => status === 'disabled')
    assert.equal(waiting.attempts[0].httpStatus, 410)
    const settings = await getCallbackSettings(database.pool, projectId)
    assert.equal(settings?.enabled, false)
    assert.match(settings?.disabledReason ?? '', /410/)
    assert.equal(await commit([second]), 0)
    assert.equal(await resendJobs(database.pool, projectId, [first.jobId]), 0, 'nothing while it is off')
    receiver.answer = () => ({ status: 200 })
    const on = await withTransaction(database.pool, (client) =>
      putCallbackSettings(client, masterKey, projectId, { enabled: true }),
    )
    assert.equal(on.disabledReason, null)
    assert.equal(receiver.received.length, 1, 'switching on sends nothing by itself')
    for (const one of [first, second]) {
      assert.equal(await resendJobs(database.pool, projectId, [one.jobId]), 1)
      await untilDelivery(projectId, one.jobId, ({ status }) => status === 'delivered')
    }
  }))

test("410 at a job's own address holds messages to it, while the project continues", () =>
  running({}, async ({ receiver }) => {
    const owner = await project(receiver.url)
    receiver.answer = ({ path }) => ({ status: path === '/own' ? 410 : 200 })
    const [own] = announcements(owner, 1, { callbackUrl: new URL('/own', receiver.url).href })
    const [plain] = announcements(owner, 1)
    await commit([own])
    await untilDelivery(owner.projectId, own.jobId, ({ status }) => status === 'disabled')
    await commit([plain])
    await untilDelivery(owner.projectId, plain.jobId, ({ status }) => status === 'delivered')
  }))

test('failures alone for the whole time switch the endpoint off, loudly', () =>
  running({ giveUpAfterMs: 0 }, async ({ receiver }) => {
    const owner = await project(receiver.url)
    receiver.answer = () => ({ status: 500 })
    const [one] = announcements(owner, 1)
    await commit([one])
    await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'disabled')
    const settings = await getCallbackSettings(database.pool, owner.projectId)
    assert.match(settings?.disabledReason ?? '', /no attempt succeeded/)
  }))

test('an address that may not be reached is a failed attempt that names no address', async () => {
  const guarded = new EgressClient({ allowNetworks: [] })
  try {
    await running({ scheduleMs: [0, 10], egress: guarded }, async ({ receiver }) => {
      const owner = await project(receiver.url)
      const [one] = announcements(owner, 1)
      await commit([one])
      const delivery = await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'exhausted')
      assert.equal(delivery.attempts.length, 2)
      assert.doesNotMatch(delivery.attempts[0].error ?? '', /127|refused|ECONN/)
      assert.ok(delivery.attempts[0].error)
      assert.equal(receiver.received.length, 0)
    })
  } finally {
    await guarded.close()
  }
})

test('a job address whose origin the project no longer allows gets nothing, and no service key', () =>
  running({ scheduleMs: [0] }, async ({ receiver }) => {
    const owner = await project('http://127.0.0.1:9/hook', { serviceKey: 'key-of-the-customer' })
    const [one] = announcements(owner, 1, { callbackUrl: receiver.url })
    await commit([one])
    const delivery = await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'exhausted')
    assert.match(delivery.attempts[0].error ?? '', /origin/)
    assert.equal(receiver.received.length, 0)
  }))

test('keys that a receiver echoes are not kept', () =>
  running({}, async ({ receiver }) => {
    const owner = await project(receiver.url, { serviceKey: 'key-of-the-customer' })
    receiver.answer = ({ headers }) => ({ status: 200, body: `you sent ${headers['x-service-key']}` })
    const [one] = announcements(owner, 1)
    await commit([one])
    const delivery = await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'delivered')
    assert.equal(delivery.attempts[0].response, 'you sent [secret]')
  }))

test('one success ends the count of failures alone', () =>
  running({ scheduleMs: [0, 10, 10] }, async ({ receiver }) => {
    const owner = await project(receiver.url)
    receiver.answer = (_request, nr) => ({ status: nr === 1 ? 500 : 200 })
    const [one] = announcements(owner, 1)
    await commit([one])
    await untilDelivery(owner.projectId, one.jobId, ({ status }) => status === 'delivered')
    const failingSince = async () => {
      const { rows } = await database.pool.query<{ failing_since: Date | null }>(
        'select failing_since from callback_settings where project_id = $1',
        [owner.projectId],
      )
      return rows[0].failing_since
    }
    await until(async () => (await failingSince()) === null)
  }))
