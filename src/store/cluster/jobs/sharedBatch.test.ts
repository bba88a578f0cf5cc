import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { imageJobRow } from '../../../../test/support/imageJobRow.ts'
import { IMAGE_PROJECT } from '../../../../test/support/imageProject.ts'
import { takes } from '../../../../test/support/time.ts'
import { EVERY_JOB } from '../../../model/jobFilter.ts'
import type { Pool, Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'
import { foldArrivals } from '../../project/batches/arrivals.ts'
import { count, findDefaultBatch, summariseBatches } from '../../project/batches/batches.ts'
import { type JobKey, searchJobs } from '../../project/jobs/jobSearch.ts'
import { JOBS_A_PAGE, jobsAfter } from '../../project/jobs/jobs.ts'
import { insertProject } from '../../project/projects/projects.ts'
import { sumProjects } from '../projects/projectSums.ts'
import { JobIngest } from './ingest.ts'
import { reserve } from './reserve.ts'
import { type NewJob, writeFlush } from './writeJobs.ts'

let database: TestDatabase
let place: { projectId: string; batchId: string }
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

beforeEach(async () => {
  const projectId = await insertProject(database.pool, Buffer.alloc(32, 1), IMAGE_PROJECT)
  place = { projectId, batchId: await findDefaultBatch(database.pool, projectId) }
})

const newJobs = (n: number): NewJob[] => Array.from({ length: n }, () => imageJobRow(place, () => ({ data: {} })))

/** Steps that the test can repeat: a number below 1 each time. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A reader whose statements come late: much is written between two of them. */
const lateReader = (): Queryable => {
  const random = seeded(7)
  return {
    query: async (statement, values) => {
      await takes(random() * 60)
      return database.pool.query(statement, values)
    },
  }
}

/** A client that follows a list while jobs are written, and goes on from its end. */
class Follower {
  readonly seen: string[] = []
  readonly #read: (seen: readonly string[]) => Promise<string[]>

  constructor(read: (seen: readonly string[]) => Promise<string[]>) {
    this.#read = read
  }

  /** All that was acknowledged before is in the list. */
  async follow(acknowledged: ReadonlySet<string>): Promise<void> {
    const before = [...acknowledged]
    for (let page = await this.#read(this.seen); page.length > 0; page = await this.#read(this.seen)) {
      this.seen.push(...page)
    }
    const seen = new Set(this.seen)
    assert.deepEqual(
      before.filter((id) => !seen.has(id)),
      [],
      'acknowledged and not in the list',
    )
  }
}

function ofBatch(): Follower {
  const db = lateReader()
  let position = 0
  return new Follower(async () => {
    const page = (await jobsAfter(db, place.projectId, place.batchId, position)).slice(0, JOBS_A_PAGE)
    position = page.at(-1)?.position ?? position
    return page.map(({ jobId }) => jobId)
  })
}

function ofProject(): Follower {
  const db = lateReader()
  const after: JobKey = { weight: 0, timeUs: 0, position: 0, jobId: '00000000-0000-0000-0000-000000000000' }
  return new Follower(async (seen) => {
    const last = seen.at(-1)
    if (last !== undefined) Object.assign(after, await keyOf(last))
    const search = { filter: EVERY_JOB, order: 'created', after, limit: 50 } as const
    return (await searchJobs(db, place.projectId, search)).jobs.map(({ jobId }) => jobId)
  })
}

async function keyOf(jobId: string): Promise<JobKey> {
  const { rows } = await database.pool.query<JobKey>(
    `select 0 as weight, (extract(epoch from created_at) * 1000000)::bigint as "timeUs", position, id as "jobId"
     from jobs where project_id = $1 and id = $2`,
    [place.projectId, jobId],
  )
  return rows[0]
}

async function inOrder(): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from jobs where project_id = $1 order by position',
    [place.projectId],
  )
  return rows.map(({ id }) => id)
}

const openBlocks = async () => {
  const { rows } = await database.pool.query('select 1 from batch_blocks where project_id = $1', [place.projectId])
  return rows.length
}

for (const [list, follower] of [
  ['the batch', ofBatch],
  ['the project', ofProject],
] as const) {
  test(`followed while writers commit in any order and roll back, the list of ${list} skips and repeats nothing`, async () => {
    const { pool } = database
    const acknowledged = new Set<string>()
    const random = seeded(11)
    const writer = async () => {
      for (let round = 0; round < 30; round++) {
        const jobs = newJobs(1 + Math.floor(random() * 8))
        const blocks = await reserve(pool, jobs)
        // Most write at once, some long after others that took their positions later.
        if (random() < 0.4) await takes(random() * 80)
        const isGivenUp = random() < 0.3
        const written = withTransaction(pool, async (db) => {
          const { made } = await writeFlush(db, jobs, blocks)
          if (isGivenUp) await takes(random() * 20)
          if (isGivenUp) throw new Error('given up')
          return made
        })
        for (const id of await written.catch(() => [])) acknowledged.add(id)
        if (isGivenUp) await pool.query('delete from batch_blocks where first = $1', [blocks[0].first])
      }
    }
    let isWriting = true
    const writing = Promise.all([writer(), writer(), writer()]).finally(() => {
      isWriting = false
    })
    const reader = follower()
    while (isWriting) {
      await reader.follow(acknowledged)
      await takes(random() * 10)
    }
    await writing
    await reader.follow(acknowledged)
    assert.deepEqual(reader.seen, await inOrder())
    assert.ok(acknowledged.size > 50)
    assert.equal(reader.seen.length, acknowledged.size)
    assert.equal(await openBlocks(), 0)
  })
}

test('two processes on one batch notice each other, and every job is counted whether it is summed up or not', async () => {
  const { pool } = database
  const processes = [new JobIngest(pool, () => {}), new JobIngest(pool, () => {})]
  const acknowledged = new Set<string>()
  const reader = ofBatch()
  for (let round = 0; round < 20; round++) {
    const jobs = newJobs(10)
    const made = await Promise.all(jobs.map((job, n) => processes[n % 2].add(job)))
    assert.ok(made.every(Boolean))
    for (const { jobId } of jobs) acknowledged.add(jobId)
    await reader.follow(acknowledged)
  }
  assert.deepEqual(reader.seen, await inOrder())
  const totals = async () => {
    const [batch] = await summariseBatches(pool, place.projectId)
    const sums = await sumProjects(pool, [place.projectId])
    return [batch.totalJobs, batch.totalFrames, sums.get(place.projectId)?.totalJobs]
  }
  const { rows } = await pool.query('select 1 from batch_arrivals where project_id = $1', [place.projectId])
  assert.ok(rows.length > 10, 'jobs were added without waiting for the row of counts')
  assert.deepEqual(await totals(), [200, 200, 200])
  // The last of 200 ends the batch, although most of them are not summed up yet.
  assert.equal(await count(pool, place.projectId, place.batchId, { completedJobs: 199 }), false)
  assert.equal(await count(pool, place.projectId, place.batchId, { failedJobs: 1 }), true)
  await Promise.all(newJobs(4).map((job, n) => processes[n % 2].add(job)))
  while ((await foldArrivals(pool, place.projectId)) > 0);
  assert.deepEqual(await totals(), [204, 204, 204])
})

test('positions of a process that died hold up a list for a second; one that lives after all writes at later ones', async () => {
  const { pool } = database
  const late = newJobs(2)
  const lost = await reserve(pool, late)
  const process = new JobIngest(pool, () => {})
  const [job] = newJobs(1)
  assert.equal(await process.add(job), true)
  const page = await jobsAfter(pool, place.projectId, place.batchId, 0)
  assert.deepEqual(
    page.map(({ jobId }) => jobId),
    [job.jobId],
  )
  assert.equal(await openBlocks(), 0)
  assert.deepEqual((await writeFlush(pool, late, lost)).made, new Set())
  assert.deepEqual(await inOrder(), [job.jobId])
})

test('a process that was taken for dead between its two commits makes all of its jobs after all, each once', async () => {
  const { pool } = database
  let taken = 0
  const slow: Pool = Object.assign(Object.create(pool), {
    query: async (...call: Parameters<Pool['query']>) => {
      const [statement] = call
      if (typeof statement !== 'string' && statement.name === 'write-reserved') {
        taken += (await pool.query('delete from batch_blocks where project_id = $1', [place.projectId])).rowCount ?? 0
      }
      return pool.query(...call)
    },
  })
  const processes = [new JobIngest(slow, () => {}), new JobIngest(pool, () => {})]
  const acknowledged = new Set<string>()
  for (let round = 0; round < 6; round++) {
    for (const process of processes) {
      const [job] = newJobs(1)
      assert.equal(await process.add(job), true)
      acknowledged.add(job.jobId)
    }
  }
  assert.ok(taken > 0)
  const reader = ofBatch()
  await reader.follow(acknowledged)
  assert.deepEqual(reader.seen, [...acknowledged])
})

test('positions whose jobs are being written stay, however long it takes: the list ends before them', async () => {
  const { pool } = database
  const slow = newJobs(1)
  const blocks = await reserve(pool, slow)
  const [job] = newJobs(1)
  const read = async () => (await jobsAfter(pool, place.projectId, place.batchId, 0)).map(({ jobId }) => jobId)
  await withTransaction(pool, async (db) => {
    await writeFlush(db, slow, blocks)
    assert.equal(await new JobIngest(pool, () => {}).add(job), true)
    assert.deepEqual(await read(), [])
  })
  assert.deepEqual(await read(), [slow[0].jobId, job.jobId])
})
