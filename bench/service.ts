import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../src/store/postgres/pools.ts'
import { summariseBatches } from '../src/store/project/batches/batches.ts'
import { jobsAfter } from '../src/store/project/jobs/jobs.ts'
import { insertProject } from '../src/store/project/projects/projects.ts'
import { createTestDatabase } from '../test/database.ts'
import { IMAGE_PROJECT } from '../test/support/imageProject.ts'
import { atMost, type BenchResult } from './result.ts'
import { median } from './support/median.ts'

const JOBS = 1_000_000
const ROUNDS = 300

/** What lists and details cost in a project of a million jobs, how soon the service is ready, and what it holds idle. */
export async function run(): Promise<BenchResult[]> {
  return [...(await lists()), ...(await start())]
}

async function lists(): Promise<BenchResult[]> {
  const database = await createTestDatabase()
  try {
    const { pool } = database
    const { projectId, batchId } = await makeJobs(pool)
    const first: number[] = []
    const deep: number[] = []
    const details: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      first.push(await timed(() => jobsAfter(pool, projectId, batchId, 0)))
      deep.push(await timed(() => jobsAfter(pool, projectId, batchId, JOBS - 100)))
      details.push(await timed(() => summariseBatches(pool, projectId)))
    }
    return [
      atMost('lists: page at depth 1,000,000 to page 1', median(deep) / median(first), 'ratio', 1.3),
      atMost('lists: details of a project with 1 M jobs', median(details), 'ms', 10),
    ]
  } finally {
    await database.drop()
  }
}

async function makeJobs(pool: Pool): Promise<{ projectId: string; batchId: string }> {
  const projectId = await insertProject(pool, Buffer.alloc(32), IMAGE_PROJECT)
  const { rows } = await pool.query<{ id: string }>('select id from batches where project_id = $1', [projectId])
  const batchId: string = rows[0].id
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    `insert into jobs (project_id, id, batch_id, position, reference_id, tag, operation, priority_weight, frames, payload_sha256)
     select $1, gen_random_uuid(), $2, n, 'reference ' || n, 'boxes', 'image2d', 5, 1, sha256(n::text::bytea)
     from generate_series(1, $3::int) n`,
    [projectId, batchId, JOBS],
  )
  await client.query('update batch_counts set total_jobs = $2, total_frames = $2 where project_id = $1', [
    projectId,
    JOBS,
  ])
  await client.query('vacuum analyze jobs')
  client.release()
  return { projectId, batchId }
}

async function start(): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiducial-bench-data-'))
  try {
    const first = await launch(dataDir)
    await stop(first.service)
    const again = await launch(dataDir)
    await sleep(5000)
    const memory = residentMb(again.service.pid!)
    await stop(again.service)
    return [
      { name: 'start: first, with a new data directory', value: first.readyMs, unit: 'ms', goal: null, holds: null },
      atMost('start: ready with an existing data directory', again.readyMs, 'ms', 2000),
      atMost('start: memory idle, without PostgreSQL', memory, 'MB', 200),
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Starts the service as `npm start` does, without npm and the installation. */
async function launch(dataDir: string): Promise<{ service: ChildProcess; readyMs: number }> {
  const startedAt = performance.now()
  const service = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), 'serve'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of service.stdout!) {
    said += chunk
    if (said.includes('is ready at')) break
  }
  return { service, readyMs: performance.now() - startedAt }
}

async function stop(service: ChildProcess): Promise<void> {
  service.kill('SIGTERM')
  await once(service, 'exit')
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

async function timed(fn: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await fn()
  return performance.now() - startedAt
}

if (import.meta.main) {
  console.log(JSON.stringify(await run(), null, 1))
  process.exit(0)
}
