import { randomUUID } from 'node:crypto'
import { Logger, run as runGraphile, runMigrations } from 'graphile-worker'
import pg from 'pg'
import PgBoss from 'pg-boss'
import { claim } from '../src/store/cluster/tasks/claim.ts'
import { enqueue } from '../src/store/cluster/tasks/enqueue.ts'
import { completeTasks } from '../src/store/cluster/tasks/settle.ts'
import { connectionSettings } from '../src/store/postgres/pools.ts'
import { withDatabase } from '../test/database.ts'
import { until } from '../test/support/apiClient.ts'
import { atLeast, type BenchResult } from './result.ts'
import { median } from './support/median.ts'

/**
 * Tasks claimed and completed per second, batch against batch on the same PostgreSQL (fsync on): ours, pg-boss and
 * graphile-worker, each with the same number of tasks, batch size and connections, each with its own way to work in
 * batches. Graphile Worker fetches and completes only inside its own loop, so its number includes calling an empty
 * task.
 */
const TASKS = 20_000
const BATCH = 100
const LOOPS = 4
const ROUNDS = 5

export async function run(): Promise<BenchResult[]> {
  const ours: number[] = []
  const oursFair: number[] = []
  const boss: number[] = []
  const graphile: number[] = []
  // In turn, so that other load on the machine affects all of them alike.
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measureOurs(1))
    boss.push(await measurePgBoss())
    oursFair.push(await measureOurs(200))
    graphile.push(await measureGraphile())
  }
  const mine = median(ours)
  return [
    shown('tasks claimed and completed, one project', mine),
    shown('tasks claimed and completed, 200 projects', median(oursFair)),
    shown('pg-boss, the same', median(boss)),
    shown('graphile-worker, the same', median(graphile)),
    atLeast('tasks against pg-boss', mine / median(boss), '×', 1),
    atLeast('tasks against graphile-worker', mine / median(graphile), '×', 1),
    atLeast('tasks of 200 projects against pg-boss', median(oursFair) / median(boss), '×', 1),
  ]
}

const OTHERS = `select 1 from pg_stat_activity
  where datname = current_database() and application_name not like 'fiducial%'`

const shown = (name: string, value: number): BenchResult => ({ name, value, unit: 'tasks/s', goal: null, holds: null })

/** Calls `work` until nothing is left, LOOPS at a time; returns tasks per second. */
async function drain(work: () => Promise<number>): Promise<number> {
  const beganAt = performance.now()
  let done = 0
  const loop = async () => {
    for (let count = await work(); count > 0; count = await work()) done += count
  }
  await Promise.all(Array.from({ length: LOOPS }, loop))
  if (done !== TASKS) throw new Error(`${done} tasks were done instead of ${TASKS}`)
  return (TASKS * 1000) / (performance.now() - beganAt)
}

function measureOurs(projects: number): Promise<number> {
  return withDatabase(async ({ pool }) => {
    const ids = Array.from({ length: projects }, () => randomUUID())
    await enqueue(
      pool,
      Array.from({ length: TASKS }, (_, i) => ({
        projectId: ids[i % projects],
        kind: 'validate',
        subjectId: randomUUID(),
      })),
    )
    const startAfter = new Map<number, string>()
    let turn = 0
    return drain(async () => {
      const loop = turn++ % LOOPS
      const tasks = await claim(pool, {
        kinds: ['validate'],
        limit: BATCH,
        workerId: 'bench',
        leaseSeconds: 60,
        startAfter: startAfter.get(loop),
      })
      if (tasks.length > 0) startAfter.set(loop, tasks[tasks.length - 1].projectId)
      return (await completeTasks(pool, tasks)).size
    })
  })
}

function measurePgBoss(): Promise<number> {
  return withDatabase(async ({ connectionString, pool }) => {
    const boss = new PgBoss({ connectionString, max: LOOPS, supervise: false, schedule: false })
    await boss.start()
    try {
      await boss.createQueue('bench')
      for (let at = 0; at < TASKS; at += 1000) {
        await boss.insert(Array.from({ length: 1000 }, () => ({ name: 'bench', data: { subjectId: randomUUID() } })))
      }
      return await drain(async () => {
        const jobs = await boss.fetch('bench', { batchSize: BATCH })
        if (jobs.length > 0)
          await boss.complete(
            'bench',
            jobs.map((job) => job.id),
          )
        return jobs.length
      })
    } finally {
      await boss.stop({ graceful: false, wait: true })
      // It does not wait for its connections to close; one that the dropped database cuts would end this process.
      await until(async () => (await pool.query(OTHERS)).rowCount === 0)
    }
  })
}

function measureGraphile(): Promise<number> {
  return withDatabase(async ({ connectionString }) => {
    // More connections than the others get, as it advises.
    const pgPool = new pg.Pool({ ...connectionSettings(connectionString, 'graphile'), max: LOOPS * 4 })
    try {
      await runMigrations({ pgPool })
      await pgPool.query(
        `select graphile_worker.add_jobs(array(select row('bench', json_build_object('subjectId', gen_random_uuid()), null,
           null, null, null, null, null)::graphile_worker.job_spec from generate_series(1, $1::int)))`,
        [TASKS],
      )
      return await drainGraphile(pgPool)
    } finally {
      await pgPool.end()
    }
  })
}

async function drainGraphile(pgPool: pg.Pool): Promise<number> {
  const finished = Promise.withResolvers<void>()
  let done = 0
  const beganAt = performance.now()
  const runner = await runGraphile({
    pgPool,
    taskList: { bench: async () => {} },
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    preset: {
      worker: {
        concurrentJobs: BATCH,
        localQueue: { size: BATCH * LOOPS },
        completeJobBatchDelay: 0,
        pollInterval: 100,
      },
    },
  })
  runner.events.on('job:complete', () => {
    if (++done === TASKS) finished.resolve()
  })
  await finished.promise
  const perSecond = (TASKS * 1000) / (performance.now() - beganAt)
  await runner.stop()
  return perSecond
}
