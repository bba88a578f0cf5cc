import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { imageJobRow } from '../../../../test/support/imageJobRow.ts'
import { IMAGE_PROJECT } from '../../../../test/support/imageProject.ts'
import { settledOrWaiting } from '../../../../test/support/settledOrWaiting.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { insertProject } from '../../project/projects/projects.ts'
import { JobIngest } from './ingest.ts'
import type { NewJob } from './writeJobs.ts'

let database: TestDatabase
let place: { projectId: string; batchId: string }
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

beforeEach(async () => {
  const { pool } = database
  const projectId = await insertProject(pool, Buffer.alloc(32, 1), IMAGE_PROJECT)
  const { rows } = await pool.query<{ id: string }>(
    `insert into batches (project_id, id, name) values ($1, gen_random_uuid(), 'b') returning id`,
    [projectId],
  )
  place = { projectId, batchId: rows[0].id }
  await pool.query('insert into batch_counts (project_id, batch_id) values ($1, $2)', [projectId, place.batchId])
})

const job = (referenceId: string): NewJob => ({ ...imageJobRow(place, () => ({ data: {} })), referenceId })
const ingest = () => new JobIngest(database.pool, () => {})

/** What is in the database of the project: all of it belongs to its jobs. */
async function written() {
  const { rows } = await database.pool.query<{ referenceId: string; position: number }>(
    `select reference_id as "referenceId", position::int from jobs where project_id = $1 order by created_at, position`,
    [place.projectId],
  )
  const { rows: others } = await database.pool.query<Record<string, number>>(
    `select (select count(*)::int from tasks t join jobs j on j.id = t.subject_id where t.project_id = $1) as tasks,
       (select count(*)::int from tasks where project_id = $1) as "allTasks",
       (select count(*)::int from job_payloads where project_id = $1) as bodies,
       (select (total_jobs + (select coalesce(sum(jobs), 0) from batch_arrivals where project_id = $1))::int
         from batch_counts where project_id = $1 and batch_id = $2) as counted,
       (select coalesce(sum(entered), 0)::int from progress_changes where project_id = $1) as progressed`,
    [place.projectId, place.batchId],
  )
  return { jobs: rows, others: others[0] }
}
const all = (n: number) => ({ tasks: n, allTasks: n, bodies: n, counted: n, progressed: n })

/** Sends jobs while another transaction holds the batch; it changes something with `statement`, then commits. */
async function sentMeanwhile(names: readonly string[], statement: string): Promise<boolean[]> {
  const { pool } = database
  const values = [place.projectId, place.batchId]
  const sent = await withTransaction(pool, async (db) => {
    await db.query('select 1 from batches where project_id = $1 and id = $2 for update', values)
    const one = ingest()
    const answers = Promise.all(names.map((name) => one.add(job(name))))
    await settledOrWaiting(pool, answers)
    await db.query(statement, values)
    return [answers]
  })
  return sent[0]
}

test('two processes that write to one batch at once: each reference_id makes one whole job, positions follow time', async () => {
  const processes = [ingest(), ingest()]
  const made: boolean[] = []
  for (let round = 0; round < 10; round++) {
    const names = Array.from({ length: 30 }, (_, n) => `${round}-${n}`)
    // A third of them is sent to both, and one twice to the same.
    const sent = processes.map((process, of) =>
      [...names.map((name, n) => (n % 3 ? `${of}-${name}` : name)), `${of}-${names[1]}`].map((name) =>
        process.add(job(name)),
      ),
    )
    made.push(...(await Promise.all(sent.flat())))
  }
  const { jobs, others } = await written()
  assert.equal(jobs.length, 500)
  assert.equal(new Set(jobs.map(({ referenceId }) => referenceId)).size, 500)
  assert.equal(made.filter(Boolean).length, 500)
  assert.deepEqual(others, all(500))
  const positions = jobs.map(({ position }) => position)
  assert.deepEqual(
    positions,
    positions.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(positions).size, 500)
})

test('a batch that is closed while jobs wait for it takes none of them, and leaves nothing of them', async () => {
  const close = `update batches set state = 'closed' where project_id = $1 and id = $2`
  assert.deepEqual(await sentMeanwhile(['late'], close), [false])
  assert.equal(await ingest().add(job('later')), false)
  assert.deepEqual(await written(), { jobs: [], others: all(0) })
})

test('a reference_id that another request takes while jobs wait is refused, the others of the flush are created', async () => {
  const use = `insert into jobs (project_id, id, batch_id, position, reference_id, tag, tag_version, operation,
      priority_weight, frames, payload_sha256)
    select $1, gen_random_uuid(), $2, 1000, 'theirs', 'boxes', 1, 'image2d', 5, 1, ''`
  assert.deepEqual(await sentMeanwhile(['mine', 'theirs'], use), [true, false])
  const { jobs, others } = await written()
  assert.deepEqual(
    jobs.map(({ referenceId }) => referenceId),
    ['theirs', 'mine'],
  )
  assert.deepEqual(others, all(1))
})
