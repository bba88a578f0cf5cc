import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { claimDeliveries, NO_RECEIVER } from './claim.ts'

let db: TestDatabase
before(async () => {
  db = await createTestDatabase()
})
beforeEach(() => db.pool.query('truncate delivery_queue, deliveries, events'))
after(() => db.drop())

/** Deliveries to as many receivers, two each, due so many seconds from now. */
async function addDeliveries(receivers: number, inSeconds: number): Promise<void> {
  await db.pool.query(
    `with made as materialized (
       select gen_random_uuid() as project_id, gen_random_uuid() as receiver from generate_series(1, $1::int)
     ), rows as materialized (select *, gen_random_uuid() as job_id from made cross join generate_series(1, 2) as position),
     noted as (
       insert into events (project_id, position, job_id, status, body)
       select project_id, position, job_id, 'COMPLETED', '' from rows
     ), kept as (
       insert into deliveries (project_id, position, webhook_id, job_id, url, receiver, own_url, status)
       select project_id, position, job_id::text, job_id, 'https://data.example/', receiver, false, 'pending' from rows
     )
     insert into delivery_queue (project_id, job_id, position, receiver, pending_status, due_at)
     select project_id, job_id, position, receiver, false, now() + make_interval(secs => $2) from rows`,
    [receivers, inSeconds],
  )
}

const claim = (limit: number, startAfter = NO_RECEIVER, defaultSlots = 8, client: Queryable = db.pool) =>
  claimDeliveries(client, {
    leaseToken: randomUUID(),
    workerId: randomUUID(),
    leaseMs: 60_000,
    slots: new Map(),
    defaultSlots,
    limit,
    startAfter,
  })

async function scansOfQueue(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ scans: number }>(
    `select idx_scan + seq_scan as scans from pg_stat_xact_user_tables where relname = 'delivery_queue'`,
  )
  return rows[0].scans
}

test('if there are more receivers than can be served at once, each claim takes the next ones, and each delivery once', async () => {
  await addDeliveries(1500, 0)
  const taken = new Set<string>()
  let startAfter = NO_RECEIVER
  for (let claims = 0; taken.size < 1500; claims++) {
    assert.ok(claims < 8, `${taken.size} after ${claims} claims`)
    const claimed = await claim(200, startAfter, 1)
    assert.ok(claimed.length <= 200)
    for (const { webhookId } of claimed) {
      assert.ok(!taken.has(webhookId))
      taken.add(webhookId)
    }
    startAfter =
      claimed
        .map(({ receiver }) => receiver)
        .sort()
        .at(-1) ?? NO_RECEIVER
  }
  assert.equal(new Set((await claim(4096)).map(({ receiver }) => receiver)).size, 1500, 'the second of each is left')
})

test('few that are due are found among many receivers that wait, in a few looks at the queue', async () => {
  // What the tests before have leased comes due again on a slow machine.
  await db.pool.query('delete from delivery_queue')
  await addDeliveries(20_000, 3600)
  await addDeliveries(3, 0)
  await db.pool.query('analyze delivery_queue')
  const { claimed, scans } = await withTransaction(db.pool, async (client) => {
    // The view also counts what the connection did in the second before: it is written down once a second.
    const before = await scansOfQueue(client)
    const claimed = await claim(4096, NO_RECEIVER, 8, client)
    return { claimed, scans: (await scansOfQueue(client)) - before }
  })
  assert.equal(claimed.length, 6)
  assert.deepEqual(await claim(4096), [])
  assert.ok(scans < 100, `${scans} looks at the queue`)
})
