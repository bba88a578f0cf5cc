import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { announcements, callbackProject, commitAnnouncements } from '../../../../test/callbackProject.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { announce } from './announce.ts'
import { deliveriesOfJob } from './deliveries.ts'
import { eventsPage } from './events.ts'
import { getCallbackSettings, putCallbackSettings, sendingSettings } from './settings.ts'

const masterKey = Buffer.alloc(32, 1)
const url = 'https://customer.example/hook'
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

async function bodiesOf(projectId: string): Promise<unknown[]> {
  const bodies: unknown[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await eventsPage(database.pool, { projectId, after: cursor })
    assert.ok(page !== 'bad_cursor')
    if (page.events.length === 0) return bodies
    bodies.push(...page.events.map((event) => event.body))
    cursor = page.nextCursor
  }
}

const put = (projectId: string, change: Parameters<typeof putCallbackSettings>[3]) =>
  withTransaction(database.pool, (client) => putCallbackSettings(client, masterKey, projectId, change))

test('a completed job becomes an event and a pending delivery to the address of the project', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const [one] = announcements(project, 1)
  assert.equal(await commitAnnouncements(database.pool, [one]), 1)
  const [delivery] = await deliveriesOfJob(database.pool, project.projectId, one.jobId)
  assert.match(delivery.webhookId, /^msg_/)
  assert.equal(delivery.status, 'pending')
  assert.equal(delivery.url, url)
  assert.ok(delivery.nextAttemptAt)
  assert.deepEqual(await bodiesOf(project.projectId), [JSON.parse(one.body.toString())])
})

test('the address of a job goes before that of the project', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const [one] = announcements(project, 1, { callbackUrl: 'https://customer.example/other' })
  await commitAnnouncements(database.pool, [one])
  const [delivery] = await deliveriesOfJob(database.pool, project.projectId, one.jobId)
  assert.equal(delivery.url, 'https://customer.example/other')
})

test('a rolled-back transaction leaves no event, no delivery and no hole in the feed', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const [lost, kept] = announcements(project, 2)
  const failing = withTransaction(database.pool, async (client) => {
    await announce(client, [lost])
    throw new Error('the job could not be changed')
  })
  await assert.rejects(failing, /could not be changed/)
  assert.deepEqual(await bodiesOf(project.projectId), [])
  assert.deepEqual(await deliveriesOfJob(database.pool, project.projectId, lost.jobId), [])
  await commitAnnouncements(database.pool, [kept])
  assert.equal((await bodiesOf(project.projectId)).length, 1)
})

test('PENDING is an event and a delivery only where the project asks for it', async () => {
  const quiet = await callbackProject(database.pool, masterKey, { url })
  assert.equal(await commitAnnouncements(database.pool, announcements(quiet, 1, { status: 'PENDING' })), 0)
  assert.deepEqual(await bodiesOf(quiet.projectId), [])
  const asking = await callbackProject(database.pool, masterKey, { url, events: ['PENDING', 'COMPLETED', 'FAILED'] })
  assert.equal(await commitAnnouncements(database.pool, announcements(asking, 1, { status: 'PENDING' })), 1)
  assert.equal((await bodiesOf(asking.projectId)).length, 1)
})

test('a project without an address, and one not asking for FAILED, still have every event in the feed', async () => {
  const nowhere = await callbackProject(database.pool, masterKey, { url: null })
  const picky = await callbackProject(database.pool, masterKey, { url, events: ['COMPLETED'] })
  for (const project of [nowhere, picky]) {
    const list = announcements(project, 1, { status: 'FAILED' })
    assert.equal(await commitAnnouncements(database.pool, list), 0)
    assert.deepEqual(await deliveriesOfJob(database.pool, project.projectId, list[0].jobId), [])
    assert.equal((await bodiesOf(project.projectId)).length, 1)
  }
})

test('one call may announce jobs of several projects; each feed counts for itself', async () => {
  const [a, b] = await Promise.all([1, 2].map(() => callbackProject(database.pool, masterKey, { url })))
  const list = [...announcements(a, 3), ...announcements(b, 2), ...announcements(a, 1)]
  assert.equal(await commitAnnouncements(database.pool, list), 6)
  assert.deepEqual(
    await bodiesOf(a.projectId),
    [...list.slice(0, 3), list[5]].map((one) => JSON.parse(`${one.body}`)),
  )
  assert.equal((await bodiesOf(b.projectId)).length, 2)
})

test('while callbacks are deactivated deliveries wait as disabled, and stay so when they are on again', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const [earlier, later] = announcements(project, 2)
  const status = async (jobId: string) => (await deliveriesOfJob(database.pool, project.projectId, jobId))[0].status
  await commitAnnouncements(database.pool, [earlier])
  await put(project.projectId, { enabled: false })
  assert.equal(await commitAnnouncements(database.pool, [later]), 0)
  await put(project.projectId, { enabled: true })
  assert.deepEqual(await Promise.all([status(earlier.jobId), status(later.jobId)]), ['disabled', 'disabled'])
})

test('pending deliveries follow a new address of the project, except those with a different address', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const [followed] = announcements(project, 1)
  const [own] = announcements(project, 1, { callbackUrl: 'https://customer.example/own' })
  await commitAnnouncements(database.pool, [followed, own])
  await put(project.projectId, { url: 'https://moved.example/hook' })
  const urls = await Promise.all(
    [followed, own].map(async (one) => (await deliveriesOfJob(database.pool, project.projectId, one.jobId))[0].url),
  )
  assert.deepEqual(urls, ['https://moved.example/hook', 'https://customer.example/own'])
})

test('secrets are sealed, shown by their last four, and kept when a change leaves them out', async () => {
  const project = await callbackProject(database.pool, masterKey, { url, serviceKey: 'service-key-1234' })
  const { rows } = await database.pool.query('select * from callback_settings where project_id = $1', [
    project.projectId,
  ])
  const stored = JSON.stringify(rows[0], (_key, value) => (value?.type === 'Buffer' ? `${Buffer.from(value)}` : value))
  assert.ok(!stored.includes('service-key'))
  assert.ok(!stored.includes(project.signingSecret.slice(6)))
  const settings = await put(project.projectId, { events: ['FAILED'] })
  assert.deepEqual(settings.serviceKey, { set: true, last4: '1234' })
  assert.deepEqual(settings.signingSecret, { set: true, last4: project.signingSecret.slice(-4) })
  assert.deepEqual(await getCallbackSettings(database.pool, project.projectId), settings)
  const sending = await sendingSettings(database.pool, masterKey, project.projectId)
  assert.equal(sending?.serviceKey, 'service-key-1234')
  assert.equal(sending?.signingSecret, project.signingSecret)
  const without = await put(project.projectId, { serviceKey: null })
  assert.deepEqual(without.serviceKey, { set: false, last4: null })
})

test('a cursor continues where it was, also after an empty page; an invalid one is refused', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const page = async (cursor: string | null, limit?: number) => {
    const answer = await eventsPage(database.pool, { projectId: project.projectId, after: cursor, limit })
    assert.ok(answer !== 'bad_cursor')
    return answer
  }
  const empty = await page(null)
  await commitAnnouncements(database.pool, announcements(project, 3))
  const first = await page(empty.nextCursor, 2)
  assert.equal(first.events.length, 2)
  assert.equal(first.nextCursor, first.events[1].cursor)
  const second = await page(first.nextCursor, 2)
  assert.equal(second.events.length, 1)
  const third = await page(second.nextCursor)
  assert.deepEqual(third, { events: [], nextCursor: second.nextCursor })
  for (const cursor of [
    '',
    'x',
    '1',
    Buffer.from('event:-1').toString('base64url'),
    `${first.nextCursor}=`,
    '\u0000',
  ]) {
    const answer = await eventsPage(database.pool, { projectId: project.projectId, after: cursor })
    assert.equal(answer, 'bad_cursor', JSON.stringify(cursor))
  }
})

test('large bodies end a page early and none is skipped', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const body = Buffer.from(JSON.stringify({ padding: 'x'.repeat(3 * 1024 * 1024) }))
  await commitAnnouncements(database.pool, announcements(project, 7, { body }))
  const first = await eventsPage(database.pool, { projectId: project.projectId, after: null })
  assert.ok(first !== 'bad_cursor' && first.events.length > 0 && first.events.length < 7)
  assert.equal((await bodiesOf(project.projectId)).length, 7)
})

test('a reader sees every event once, in the order of the feed, while many write', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const writers = Array.from({ length: 6 }, async () => {
    const jobIds: string[] = []
    for (let round = 0; round < 15; round++) {
      const list = announcements(project, 1 + (round % 3))
      const write = withTransaction(database.pool, async (client) => {
        await announce(client, list)
        // Commits late now and then: a reader going by sequence or time would step over these.
        await client.query('select pg_sleep($1)', [round % 4 === 0 ? 0.004 : 0])
        if (round % 5 === 4) throw new Error('rolled back on purpose')
      })
      const kept = await write.then(
        () => true,
        () => false,
      )
      if (kept) jobIds.push(...list.map((one) => one.jobId))
    }
    return jobIds
  })
  let writing = true
  const written = Promise.all(writers).finally(() => {
    writing = false
  })
  const seen: string[] = []
  for (let cursor: string | null = null, last = false; ; ) {
    const page = await eventsPage(database.pool, { projectId: project.projectId, after: cursor, limit: 7 })
    assert.ok(page !== 'bad_cursor')
    cursor = page.nextCursor
    for (const event of page.events) {
      seen.push((event.body as { annotations: { job_id: string }[] }).annotations[0].job_id)
    }
    if (last && page.events.length === 0) break
    last = !writing
  }
  const expected = (await written).flat()
  assert.equal(new Set(seen).size, seen.length, 'none twice')
  assert.deepEqual(seen.toSorted(), expected.toSorted())
})

test('another project sees nothing of it', async () => {
  const project = await callbackProject(database.pool, masterKey, { url })
  const [one] = announcements(project, 1)
  await commitAnnouncements(database.pool, [one])
  assert.deepEqual(await deliveriesOfJob(database.pool, randomUUID(), one.jobId), [])
})
