import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { writeJobs } from '../src/store/cluster/jobs/writeJobs.ts'
import { claim } from '../src/store/cluster/tasks/claim.ts'
import { completeTasks } from '../src/store/cluster/tasks/settle.ts'
import type { Pool } from '../src/store/postgres/pools.ts'
import { insertProject } from '../src/store/project/projects/projects.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { FileServer } from '../test/support/fileServer.ts'
import { imageJobRow } from '../test/support/imageJobRow.ts'
import { IMAGE_PROJECT } from '../test/support/imageProject.ts'
import { ServiceProcess } from '../test/support/serviceProcess.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { databaseMs, processorMs } from './support/processorTime.ts'

const JOBS = 3000
const WARM_UP_JOBS = 300
const A_FLUSH = 500
const WAITING = 1_000_000
const CLAIMS = 200
const BATCH = 32

const SECRET_KEY = randomBytes(32).toString('base64')
/** Stretched as the worker does. */
const MASTER_KEY = createHash('sha256').update(SECRET_KEY).digest()

/**
 * Jobs of one small image each, validated by one worker process: image server, PostgreSQL and worker share the machine.
 * Then what a claim costs with few and with many tasks waiting.
 */
export async function run(): Promise<BenchResult[]> {
  const database = await createTestDatabase()
  try {
    const { perSecond, workerMs, postgresMs } = await validateJobs(database)
    const [few, many] = await claimTimes(database.pool)
    return [
      atLeast('validation: jobs of a small image, one worker process', Math.round(perSecond), 'jobs/s', 300),
      { name: 'validation: processor time of the worker, a job', value: workerMs, unit: 'ms', goal: null, holds: null },
      { name: 'validation: the same of PostgreSQL', value: postgresMs, unit: 'ms', goal: null, holds: null },
      { name: 'claims: a task, 1,000 waiting', value: few, unit: 'ms', goal: null, holds: null },
      atMost('claims: a task, 1,000,000 waiting', many, 'ms', 1),
    ]
  } finally {
    await database.drop()
  }
}

/** The same picture under every address with a different comment: each is another file, as customers' are. */
async function serveImages(): Promise<FileServer> {
  const server = await FileServer.start()
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = await sharp({ create: { width: 160, height: 120, channels: 3, background: 'gray', noise } })
    .jpeg()
    .toBuffer()
  server.fallback = (path) => {
    const text = Buffer.from(path)
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text])
    return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)])
  }
  return server
}

interface Measured {
  perSecond: number
  /** Processor time a job. */
  workerMs: number
  postgresMs: number
}

async function validateJobs({ pool, connectionString }: TestDatabase): Promise<Measured> {
  const images = await serveImages()
  const project = await insertProject(pool, MASTER_KEY, IMAGE_PROJECT)
  await addJobs(pool, project, images.baseUrl, WARM_UP_JOBS)
  const worker = await ServiceProcess.start({
    databaseUrl: connectionString,
    env: { ROLES: 'worker', LEASE_SECONDS: '60', SECRET_KEY },
  })
  try {
    await untilQueued(pool, WARM_UP_JOBS)
    await addJobs(pool, project, images.baseUrl, JOBS)
    const used = async () => [processorMs(worker.pid), await databaseMs(pool)]
    const [before, startedAt] = [await used(), performance.now()]
    await untilQueued(pool, WARM_UP_JOBS + JOBS)
    const perSecond = (JOBS * 1000) / (performance.now() - startedAt)
    const [workerMs, postgresMs] = (await used()).map((ms, n) => (ms - before[n]) / JOBS)
    return { perSecond, workerMs, postgresMs }
  } finally {
    await worker.stop()
    await worker.remove()
    await images.stop()
  }
}

/** In one transaction, so that the worker sees none of them before all exist. */
async function addJobs(pool: Pool, projectId: string, baseUrl: string, count: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from batches where project_id = $1', [projectId])
  const client = await pool.connect()
  await client.query('begin')
  for (let made = 0; made < count; made += A_FLUSH) {
    const bodyOf = (jobId: string) => ({
      reference_id: jobId,
      tag: 'boxes',
      data: { image_url: `${baseUrl}/${jobId}.jpg` },
    })
    const jobs = Array.from({ length: Math.min(A_FLUSH, count - made) }, () =>
      imageJobRow({ projectId, batchId: rows[0].id }, bodyOf),
    )
    await writeJobs(client, jobs)
  }
  await client.query('commit')
  client.release()
}

async function untilQueued(pool: Pool, count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ stage: string; n: number }>(
      'select stage, count(*) as n from jobs group by stage',
    )
    const at = (stage: string) => rows.find((row) => row.stage === stage)?.n ?? 0
    if (at('failed') > 0) throw new Error('a job of the bench failed')
    if (at('queued') >= count) return
    await sleep(100)
  }
}

/** Milliseconds a task, claimed and completed by 32, with 1,000 and with 1,000,000 tasks waiting. */
async function claimTimes(pool: Pool): Promise<[number, number]> {
  const projects = Array.from({ length: 50 }, () => randomUUID())
  await addTasks(pool, projects, 1000 + CLAIMS * BATCH)
  const few = await claimTime(pool)
  await addTasks(pool, projects, WAITING)
  return [few, await claimTime(pool)]
}

async function addTasks(pool: Pool, projects: readonly string[], count: number): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    `insert into tasks (project_id, kind, subject_id, priority, due_at)
     select ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'validate', gen_random_uuid(), 1 + n % 10,
       now() - n * interval '1 ms'
     from generate_series(1, $2::int) n`,
    [projects, count],
  )
  await client.query('analyze tasks')
  client.release()
}

async function claimTime(pool: Pool): Promise<number> {
  const startedAt = performance.now()
  let startAfter: string | undefined
  for (let n = 0; n < CLAIMS; n++) {
    const tasks = await claim(pool, {
      kinds: ['validate'],
      limit: BATCH,
      workerId: 'bench',
      leaseSeconds: 60,
      startAfter,
    })
    if (tasks.length !== BATCH) throw new Error(`${tasks.length} tasks were claimed`)
    startAfter = tasks.at(-1)?.projectId
    await completeTasks(pool, tasks)
  }
  return (performance.now() - startedAt) / (CLAIMS * BATCH)
}
