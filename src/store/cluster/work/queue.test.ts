import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { fillWithJobs } from '../../../../test/support/manyJobs.ts'
import { looksAtJobs, rowsRead } from '../../../../test/support/rowsRead.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { listQueue, lockNext } from './queue.ts'
import { QUEUE_PAGE, type QueueOf } from './queueConditions.ts'
import { QUEUE_STATEMENTS } from './queueStatements.ts'

const JOBS = 3000
let database: TestDatabase
let projectIds: string[]

before(async () => {
  database = await createTestDatabase()
  const filled = [await fillWithJobs(database.pool, JOBS), await fillWithJobs(database.pool, JOBS)]
  projectIds = filled.map(({ projectId }) => projectId)
})
after(() => database.drop())

const queue = (): QueueOf => ({
  userId: randomUUID(),
  projectIds,
  listedIds: projectIds,
  statements: QUEUE_STATEMENTS,
  tag: null,
  annotate: ['queued', 'in_progress'],
  review: [],
  ownAnnotation: ['in_progress'],
  ownReview: [],
  reservedHours: 24,
  skippedHours: 24,
})

test('the next job and the list are found without reading all that wait', async () => {
  await withTransaction(database.pool, async (db) => {
    const next = await rowsRead(db, () => lockNext(db, queue()))
    assert.ok(next < 100, `${next} rows were read for the next job`)
    const page = await rowsRead(db, () => listQueue(db, queue(), 0))
    assert.ok(page < 1000, `${page} rows were read for a page`)
  })
})

test('taking the next job locks nothing in other projects', async () => {
  await withTransaction(database.pool, async (db) => {
    const taken = await lockNext(db, queue())
    const locked = `select id from jobs where project_id = any($1) and id not in
       (select id from jobs where project_id = any($1) for update skip locked)`
    const { rows } = await database.pool.query(locked, [projectIds])
    assert.deepEqual(rows, [{ id: taken?.jobId }])
  })
})

/** More projects than are looked into one by one. */
const ofMany = (): QueueOf => {
  const all = [...projectIds, ...Array.from({ length: 300 }, () => randomUUID())]
  return { ...queue(), projectIds: all, listedIds: all }
}

test('for a person of many projects the front of all that waits is read, and no project one by one', async () => {
  await withTransaction(database.pool, async (db) => {
    const next = await looksAtJobs(db, () => lockNext(db, ofMany()))
    assert.ok(next < 20, `${next} looks for the next job`)
    const page = await looksAtJobs(db, () => listQueue(db, ofMany(), 0))
    assert.ok(page < 20, `${page} looks for a page`)
  })
})

for (const [whose, of] of [
  ['two', queue],
  ['many', ofMany],
] as const) {
  test(`the list of ${whose} projects has one order over all pages, with each job once`, () => inOrder(of()))
}

test('people of many projects find their jobs even where the jobs of others come first', async () => {
  const { projectId } = await fillWithJobs(database.pool, JOBS)
  const ofOthers = `update jobs set stage = 'queued', priority_weight = 10, created_at = '2025-01-01' where project_id = $1`
  await database.pool.query(ofOthers, [projectId])
  await inOrder(ofMany())
  await withTransaction(database.pool, async (db) => {
    const [first] = await listQueue(database.pool, ofMany(), 0)
    const next = await lockNext(db, ofMany())
    assert.deepEqual([next?.priorityWeight, next?.createdAt], [first.job.priorityWeight, first.job.createdAt])
  })
})

async function inOrder(of: QueueOf): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from jobs where project_id = any($1) and stage in ('queued', 'in_progress')
     order by priority_weight desc, created_at, id limit 150`,
    [projectIds],
  )
  const listed: string[] = []
  for (let offset = 0; offset < 150; offset += QUEUE_PAGE) {
    const page = (await listQueue(database.pool, of, offset)).slice(0, QUEUE_PAGE)
    listed.push(...page.map(({ job }) => job.jobId))
  }
  assert.deepEqual(
    listed,
    rows.map(({ id }) => id),
  )
}
