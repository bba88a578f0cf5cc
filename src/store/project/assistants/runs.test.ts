import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { imageJobRow } from '../../../../test/support/imageJobRow.ts'
import { IMAGE_PROJECT } from '../../../../test/support/imageProject.ts'
import { settledOrWaiting } from '../../../../test/support/settledOrWaiting.ts'
import { writeJobs } from '../../cluster/jobs/writeJobs.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { insertProject } from '../projects/projects.ts'
import { cancelRun, claimRun, endRun, findRun, insertRun, type Run, renewRun } from './runs.ts'
import { addSuggestions } from './suggestions.ts'

let database: TestDatabase
let place: { projectId: string; jobId: string }
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

beforeEach(async () => {
  const { pool } = database
  const projectId = await insertProject(pool, Buffer.alloc(32, 1), IMAGE_PROJECT)
  const { rows } = await pool.query<{ id: string }>('select id from batches where project_id = $1', [projectId])
  const job = imageJobRow({ projectId, batchId: rows[0].id }, () => ({ data: {} }))
  await writeJobs(pool, [job])
  place = { projectId, jobId: job.jobId }
  await pool.query(
    `insert into assistants (project_id, name, carrier, settings, secret, secret_last4)
     values ($1, 'a', 'queue', '{}', '', '')`,
    [projectId],
  )
})

async function made(isAuto = false): Promise<string> {
  const runId = randomUUID()
  const { projectId, jobId } = place
  const asked = { assistant: 'a', version: runId, verb: 'predict' as const, input: {} }
  await insertRun(database.pool, { ...asked, projectId, runId, placeId: projectId, jobId, userId: null })
  await database.pool.query('update assistant_runs set is_auto = $2 where id = $1', [runId, isAuto])
  return runId
}

const claimed = (seconds = 60) =>
  withTransaction(database.pool, (db) =>
    claimRun(db, {
      projectId: place.projectId,
      assistant: 'a',
      maxInFlight: 9,
      verbs: null,
      leaseId: randomUUID(),
      seconds,
    }),
  )

async function taken(seconds?: number): Promise<Run> {
  const run = await claimed(seconds)
  assert.ok(run)
  return run
}

const statusOf = async (runId: string) => (await findRun(database.pool, place.projectId, runId))?.status

/** What comes of `second` when `first`, of another transaction, commits only after `second` started. */
async function overlapping<Answer>(
  first: (db: Queryable) => Promise<unknown>,
  second: () => Promise<Answer>,
): Promise<Answer> {
  const holder = await database.pool.connect()
  try {
    await holder.query('begin')
    await first(holder)
    const call = second()
    await settledOrWaiting(database.pool, call)
    await holder.query('commit')
    return await call
  } finally {
    holder.release()
  }
}

test('a run that is cancelled while it is being claimed stays cancelled', async () => {
  const runId = await made()
  assert.equal(await overlapping((db) => cancelRun(db, place.projectId, runId), claimed), null)
  assert.equal(await statusOf(runId), 'cancelled')
})

test('a run whose holder renews it, or ends it, while another claims it is not given out a second time', async () => {
  const runId = await made()
  const held = await taken(0)
  assert.equal(held.runId, runId)
  assert.equal(await overlapping((db) => renewRun(db, held, 60, { progress: null, partial: null }), claimed), null)
  await database.pool.query("update assistant_runs set lease_until = now() - interval '1 second' where id = $1", [
    runId,
  ])
  assert.equal(await overlapping((db) => endRun(db, held, { status: 'completed', error: null }), claimed), null)
  assert.equal(await statusOf(runId), 'completed')
})

test('a job is offered again when the last two runs that it waited for end at once', async () => {
  const { projectId, jobId } = place
  await made(true)
  await made(true)
  const [one, other] = [await taken(), await taken()]
  await database.pool.query(
    "update jobs set assist_until = now() + interval '1 hour' where project_id = $1 and id = $2",
    [projectId, jobId],
  )
  const end = (db: Queryable, run: Run) => endRun(db, run, { status: 'completed', error: null })
  await overlapping(
    (db) => end(db, one),
    () => withTransaction(database.pool, (db) => end(db, other)),
  )
  const { rows } = await database.pool.query('select assist_until from jobs where project_id = $1 and id = $2', [
    projectId,
    jobId,
  ])
  assert.deepEqual(rows, [{ assist_until: null }])
})

test('one of two predictions of an assistant that are written at once stays open', async () => {
  const { projectId } = place
  const list = () => JSON.stringify([{ id: randomUUID(), record: {}, more: null, score: 0.5 }])
  const by = { assistant: 'a', version: '1', verb: 'predict', runId: randomUUID() } as const
  const add = (db: Queryable) => addSuggestions(db, place, by, [list()])
  await overlapping(add, () => withTransaction(database.pool, add))
  const { rows } = await database.pool.query<{ state: string }>(
    'select state from assistant_suggestions where project_id = $1 order by position',
    [projectId],
  )
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['replaced', 'open'],
  )
})
