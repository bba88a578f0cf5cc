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

/** What the child says: that its work begins, and what was thrown when it could not do it. */
type Word = { began: true } | { failed: string }

const MAIN = new URL('./main.ts', import.meta.url)

/**
 * Runs one task in a process of its own, so that it can kill nothing but that. `died`: the process ended in the middle of
 * the work without a word. Only that tells against the task: a process that cannot start, or that says what went wrong
 * (the database away, the disk full), is the fault of something else, and thrown, to be tried again later.
 */
export async function runTaskAlone(order: Order, signal: AbortSignal, entry = MAIN): Promise<'settled' | 'died'> {
  const child = fork(entry, ['alone'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  let hasBegun = false
  let failure: string | null = null
  child.on('message', (word: Word) => {
    if ('began' in word) hasBegun = true
    else failure = word.failed
  })
  // It may be gone before it is told.
  child.send(order, () => {})
  const [code, killedBy] = await once(child, 'close')
  signal.removeEventListener('abort', stop)
  if (code === 0) return 'settled'
  if (failure !== null) throw new Error(failure)
  if (!hasBegun && !signal.aborted)
    throw new Error(`the process for it did not start: ${killedBy ?? `exit code ${code}`}`)
  return 'died'
}

/** The child's side: one order, one step, and out. */
export async function startAlone(): Promise<void> {
  try {
    await carryOut()
  } catch (error) {
    await say({ failed: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

function say(word: Word): Promise<void> {
  return new Promise((resolve) => process.send!(word, () => resolve()))
}

async function carryOut(): Promise<void> {
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
  await say({ began: true })
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
