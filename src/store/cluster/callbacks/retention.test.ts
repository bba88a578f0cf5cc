import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { announcements, callbackProject, commitAnnouncements } from '../../../../test/callbackProject.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { deliveriesOfJob } from '../../project/callbacks/deliveries.ts'
import { eventsPage } from '../../project/callbacks/events.ts'
import { deliveryQueueStats } from './queueStats.ts'
import { DEFAULT_RETENTION, trimDeliveries } from './retention.ts'

const masterKey = Buffer.alloc(32, 1)
let database: TestDatabase

before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

test('ended deliveries go after 30 days; what is pending or waits, and the feed, stay', async () => {
  const project = await callbackProject(database.pool, masterKey, { url: 'https://customer.example/' })
  const { projectId } = project
  const aged = async (status: string, days: number) => {
    const [one] = announcements(project, 1)
    await commitAnnouncements(database.pool, [one])
    const ended = status === 'delivered' || status === 'exhausted'
    await database.pool.query(
      `update deliveries set status = $2, created_at = now() - $3 * interval '1 day',
         finished_at = case when $4 then now() - $3 * interval '1 day' end where job_id = $1`,
      [one.jobId, status, days, ended],
    )
    return one.jobId
  }
  const gone = [await aged('delivered', 31), await aged('exhausted', 31)]
  const kept = [await aged('exhausted', 29), await aged('disabled', 400), await aged('pending', 400)]
  assert.equal(await trimDeliveries(database.pool, DEFAULT_RETENTION), 2)
  for (const jobId of gone) assert.deepEqual(await deliveriesOfJob(database.pool, projectId, jobId), [])
  for (const jobId of kept) assert.equal((await deliveriesOfJob(database.pool, projectId, jobId)).length, 1)
  const page = await eventsPage(database.pool, { projectId, after: null })
  assert.ok(page !== 'bad_cursor')
  assert.equal(page.events.length, 5)
})

test('the queue tells how much is pending and how long the oldest has been due', async () => {
  await database.pool.query('delete from delivery_queue')
  assert.deepEqual(await deliveryQueueStats(database.pool), { pending: 0, oldestDueMs: 0 })
  const project = await callbackProject(database.pool, masterKey, { url: 'https://customer.example/' })
  await commitAnnouncements(database.pool, announcements(project, 3))
  await database.pool.query(`update delivery_queue set due_at = now() - interval '1 minute' where position = 1`)
  const stats = await deliveryQueueStats(database.pool)
  assert.equal(stats.pending, 3)
  assert.ok(stats.oldestDueMs >= 60_000)
})
