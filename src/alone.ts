import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig, readMasterKey } from './config.ts'
import { parseAllowNetworks } from './egress/address.ts'
import { EgressClient } from './egress/client.ts'
import { DEFAULT_PIPELINE_SETTINGS } from './pipeline/context.ts'
import { reviveDecodeError } from './pipeline/decode/DecodeError.ts'
import { runStep } from './pipeline/pipeline.ts'
import type { Jobs } from './pipeline/threads/jobs.ts'
import { makeWorkFolder } from './pipeline/workFolder.ts'
import { makeFileStore } from './store/files/makeFileStore.ts'
import { createPool } from './store/postgres/pools.ts'
import type { Task } from './store/tasks/task.ts'
import { ThreadPool } from './threads/pool.ts'

/** What the child has to be told; it reads its settings from the same environment. */
interface Order {
  connectionString: string
  baseUrl: string
  task: Task
}

/** Runs one task in a process of its own, so that it can kill nothing but that. */
export async function runTaskAlone(order: Order, signal: AbortSignal): Promise<'settled' | 'died'> {
  const child = fork(new URL('./main.ts', import.meta.url), ['alone'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  child.send(order)
  const [code] = await once(child, 'exit')
  signal.removeEventListener('abort', stop)
  return code === 0 ? 'settled' : 'died'
}

/** The child's side: one order, one step, and out. */
export async function startAlone(): Promise<void> {
  const [order] = (await once(process, 'message')) as [Order]
  // Orphaned, it would go on with work that somebody else will be given.
  process.once('disconnect', () => process.exit(1))
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
  const pool = createPool({
    connectionString: order.connectionString,
    applicationName: 'fiducial alone',
    maxConnections: 4,
    statementTimeoutMs: 60_000,
    log,
  })
  const workFolder = makeWorkFolder(config.dataDir)
  const threads = new ThreadPool<Jobs>({
    registryUrl: new URL('./pipeline/threads/jobs.ts', import.meta.url),
    revive: reviveDecodeError,
    size: 1,
  })
  const egress = new EgressClient({ allowNetworks: parseAllowNetworks(config.allowNetworks) })
  await runStep(
    {
      pool,
      files: makeFileStore(config.storageUrl, { s3: config.s3, cacheDir: join(config.dataDir, 'cache') }),
      egress,
      threads,
      masterKey: readMasterKey(process.env, config.dataDir),
      baseUrl: () => order.baseUrl,
      settings: { ...DEFAULT_PIPELINE_SETTINGS, downloadRetriesMs: config.downloadRetriesMs },
      log,
      workFolder,
      wake: () => {},
    },
    order.task,
    new AbortController().signal,
  )
  rmSync(workFolder, { recursive: true, force: true })
  await threads.close()
  await pool.end()
  await egress.close()
}
