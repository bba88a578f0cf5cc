import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { imageJobRow } from '../../test/support/imageJobRow.ts'
import { IMAGE_PROJECT } from '../../test/support/imageProject.ts'
import { writeJobs } from '../store/cluster/jobs/writeJobs.ts'
import { claim } from '../store/cluster/tasks/claim.ts'
import { enqueue } from '../store/cluster/tasks/enqueue.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { listAssets } from '../store/project/jobs/assets.ts'
import { findJob } from '../store/project/jobs/jobs.ts'
import { insertProject } from '../store/project/projects/projects.ts'
import { failedError } from './fileFailure.ts'
import { ValidationGroups, type ValidationResult } from './validationGroups.ts'

const masterKey = randomBytes(32)
/** Jobs of one project with their claimed tasks, and the groups that work on them. */
async function withJobs(
  count: number,
  fn: (at: TestDatabase & { projectId: string; tasks: Task[]; groups: ValidationGroups }) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase()
  try {
    const { pool } = database
    const projectId = await insertProject(pool, masterKey, IMAGE_PROJECT)
    const { rows } = await pool.query<{ id: string }>('select id from batches where project_id = $1', [projectId])
    const place = { projectId, batchId: rows[0].id }
    await writeJobs(
      pool,
      Array.from({ length: count }, () => imageJobRow(place, () => ({}))),
    )
    const tasks = await claim(pool, { kinds: ['validate'], limit: count, workerId: 'test', leaseSeconds: 60 })
    assert.equal(tasks.length, count)
    await fn({ ...database, projectId, tasks, groups: new ValidationGroups({ pool, masterKey, wake: () => {} }) })
  } finally {
    await database.drop()
  }
}

const asset = (url: string, sha256 = randomBytes(32).toString('hex')) => ({
  field: 'data.image_url',
  frameIndex: 0,
  sensorId: null,
  kind: 'image' as const,
  url,
  sha256,
  bytes: 10,
  given: { cacheKey: randomBytes(32), fetched: { sha256, bytes: 10, etag: '"1"', lastModified: null } },
  facts: { format: 'png', width: 1, height: 1, uprightWidth: 1, uprightHeight: 1, exifOrientation: 1 },
  derived: {},
  tiles: [],
})

const good = (task: Task, keep = async () => {}): ValidationResult => ({
  task,
  assets: [asset('https://data.example/a.png')],
  end: { error: null, pointCloudFrame: null, cloudFrameReason: null, warnings: [], keep },
})

const bad = (task: Task): ValidationResult => ({
  task,
  assets: [],
  end: { error: failedError([{ field: 'data.image_url', type: 'INVALID_IMAGE_LINK', message: 'gone' }]) },
})

const stagesOf = async ({ pool }: Pick<TestDatabase, 'pool'>, tasks: readonly Task[]) => {
  const jobs = await Promise.all(tasks.map(({ projectId, subjectId }) => findJob(pool, projectId, subjectId)))
  return jobs.map((job) => job?.stage)
}

test('jobs that are validated at the same moment start and end together, each with its outcome', () =>
  withJobs(6, async ({ pool, projectId, tasks, groups }) => {
    const started = await Promise.all(tasks.map((task) => groups.begin(task)))
    assert.deepEqual(
      started.map((one) => [one?.job.jobId, one?.payload?.toString()]),
      tasks.map(({ subjectId }) => [subjectId, '{}']),
    )
    assert.deepEqual(new Set(await stagesOf({ pool }, tasks)), new Set(['validating']))
    const verdicts = tasks.map((task, n) => (n < 4 ? good(task) : bad(task)))
    assert.deepEqual(await Promise.all(verdicts.map((verdict) => groups.settle(verdict))), Array(6).fill(true))
    assert.deepEqual(await stagesOf({ pool }, tasks), [...Array(4).fill('queued'), 'failed', 'failed'])
    assert.equal((await listAssets(pool, projectId, tasks[0].subjectId)).length, 1)
    const { rows } = await pool.query<{ tasks: number; failed: number; events: number; transactions: number }>(
      `select (select count(*) from tasks) as tasks, (select failed_jobs from batch_counts) as failed,
         (select count(*) from events where status = 'FAILED') as events,
         (select count(distinct xmin::text) from jobs) as transactions`,
    )
    assert.deepEqual(rows[0], { tasks: 0, failed: 2, events: 2, transactions: 1 })
    const { rows: sums } = await pool.query<{ stage: string; inside: number }>(
      'select stage, sum(entered - gone)::int as inside from progress_changes group by stage order by stage',
    )
    assert.deepEqual(
      sums.map(({ stage, inside }) => `${stage} ${inside}`),
      ['created 0', 'failed 2', 'queued 4', 'validating 0'],
    )
  }))

test('a task that arrives before its job is put off, and dropped when the job never arrives', () =>
  withJobs(1, async ({ pool, projectId, groups }) => {
    await enqueue(pool, [{ projectId, kind: 'validate', subjectId: randomUUID() }])
    const claimOne = () => claim(pool, { kinds: ['validate'], limit: 1, workerId: 'test', leaseSeconds: 60 })
    const [early] = await claimOne()
    const { rows: clock } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
    assert.equal(await groups.begin(early), null)
    const { rows } = await pool.query<{ attempts: number; note: string; later: boolean }>(
      `select attempts, note, due_at >= $2::timestamptz + interval '0.1 s' as later from tasks where id = $1`,
      [early.id, clock[0].now],
    )
    assert.deepEqual(rows, [{ attempts: 1, note: 'its subject is not there yet', later: true }])
    await pool.query('update tasks set attempts = 30, due_at = now() where id = $1', [early.id])
    const [late] = await claimOne()
    assert.equal(await groups.begin(late), null)
    assert.equal((await pool.query('select from tasks where id = $1', [early.id])).rowCount, 0)
  }))

test('a job whose end cannot be written, and one whose lease was lost, do not affect the others of their group', () =>
  withJobs(5, async ({ pool, tasks, groups }) => {
    await Promise.all(tasks.map((task) => groups.begin(task)))
    const [lost, broken] = tasks
    await pool.query('update tasks set lease_token = $2 where id = $1', [lost.id, randomUUID()])
    const unwritable = async () => {
      throw new Error('cannot be written')
    }
    const verdicts = tasks.map((task) => (task === broken ? good(task, unwritable) : good(task)))
    const outcomes = await Promise.allSettled(verdicts.map((verdict) => groups.settle(verdict)))
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.status)),
      [false, 'rejected', true, true, true],
    )
    assert.deepEqual(await stagesOf({ pool }, tasks), ['validating', 'validating', 'queued', 'queued', 'queued'])
    const { rows: urls } = await pool.query<{ sha256: string }>('select sha256 from fetched_urls')
    const stored = verdicts.filter(({ task }) => task !== broken).flatMap(({ assets }) => assets)
    assert.deepEqual(new Set(urls.map(({ sha256 }) => sha256)), new Set(stored.map(({ sha256 }) => sha256)))
    const { rows } = await pool.query<{ id: number }>('select id from tasks order by id')
    assert.deepEqual(
      rows.map(({ id }) => id),
      [lost.id, broken.id].sort((a, b) => a - b),
    )
  }))

test('a job that was cancelled before its turn is skipped, and the others are validated', () =>
  withJobs(3, async ({ pool, tasks, groups }) => {
    await pool.query(`update jobs set stage = 'cancelled' where id = $1`, [tasks[1].subjectId])
    const started = await Promise.all(tasks.map((task) => groups.begin(task)))
    assert.deepEqual(
      started.map((one) => one !== null),
      [true, false, true],
    )
    const { rows } = await pool.query<{ left: number }>('select count(*) as left from tasks')
    assert.equal(rows[0].left, 2)
  }))
