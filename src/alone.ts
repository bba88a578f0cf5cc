import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, readMasterKey } from './config.ts'
import { parseAllowNetworks } from './egress/address.ts'
import { EgressClient } from './egress/client.ts'
import { DEFAULT_PIPELINE_SETTINGS, type PipelineContext } from './pipeline/context.ts'
import { reviveDecodeError } from './pipeline/decode/DecodeError.ts'
import { runStep } from './pipeline/pipeline.ts'
import type { PipelineJobs } from './pipeline/threads/jobs.ts'
import { makeWorkFolder } from './pipeline/workFolder.ts'
import type { Task } from './store/cluster/tasks/task.ts'
import { makeFileStore } from './store/files/makeFileStore.ts'
import { createPool } from './store/postgres/pools.ts'
import { serviceLog } from './store/postgres/serviceLog.ts'
import { ThreadPool } from './threads/pool.ts'

/** What the child has to be told; it reads its settings from the same environment. */
interface Order {
  connectionString: string
  baseUrl: string
  task: Task
}

/** What the child says of each order: that its work begins, and how it ended. */
type Word = 'began' | 'settled' | { failed: string }

const MAIN = new URL('./main.ts', import.meta.url)
const IDLE_MS = 10_000

/**
 * Runs tasks in a process of their own, one after the other, so that a task can kill nothing but itself. The process is
 * started for the first and kept for a while: starting takes longer than most tasks, and many come at once after a crash.
 */
export class LonelyProcess {
  readonly #entry: URL
  readonly #idleMs: number
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | null = null

  constructor(entry = MAIN, idleMs = IDLE_MS) {
    this.#entry = entry
    this.#idleMs = idleMs
  }

  /**
   * `died`: the process ended in the middle of the work without a word. Only that tells against the task: a process that
   * cannot start, or that says what went wrong (the database away, the disk full), is the fault of something else, and
   * thrown, to be tried again later.
   */
  async run(order: Order, signal: AbortSignal): Promise<'settled' | 'died'> {
    if (this.#idle) clearTimeout(this.#idle)
    this.#child ??= this.#start()
    const child = this.#child
    const stop = () => child.kill('SIGKILL')
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await carriedOut(child, order, signal)
    } finally {
      signal.removeEventListener('abort', stop)
      if (this.#child === child) this.#idle = setTimeout(() => this.close(), this.#idleMs).unref()
    }
  }

  /** The process ends by itself when nobody is connected to it. */
  close(): void {
    if (this.#idle) clearTimeout(this.#idle)
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = null
  }

  #start(): ChildProcess {
    const child = fork(this.#entry, ['alone'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('close', () => {
      if (this.#child === child) this.#child = null
    })
    return child
  }
}

function carriedOut(child: ChildProcess, order: Order, signal: AbortSignal): Promise<'settled' | 'died'> {
  return new Promise((resolve, reject) => {
    let hasBegun = false
    const end = (settle: () => void) => {
      child.off('message', onWord)
      child.off('close', onClose)
      settle()
    }
    const onWord = (word: Word) => {
      if (word === 'began') hasBegun = true
      else if (word === 'settled') end(() => resolve('settled'))
      else end(() => reject(new Error(word.failed)))
    }
    const onClose = (code: number | null, killedBy: string | null) =>
      end(() => {
        if (hasBegun || signal.aborted) resolve('died')
        else reject(new Error(`the process for it did not start: ${killedBy ?? `exit code ${code}`}`))
      })
    child.on('message', onWord)
    child.on('close', onClose)
    // It may be gone before it is told.
    child.send(order, () => {})
  })
}

/** The child's side: carries out orders until nobody is connected any more. */
export async function startAlone(): Promise<void> {
  let bench: ReturnType<typeof makeBench> | null = null
  const orders = on(process, 'message') as AsyncIterable<[Order]>
  process.once('disconnect', () => {
    if (bench) rmSync(bench.workFolder, { recursive: true, force: true })
    // In the middle of work, too: somebody else will be given it.
    process.exit(0)
  })
  for await (const [order] of orders) {
    try {
      bench ??= makeBench(order)
      await say('began')
      await runStep({ ...bench, baseUrl: () => order.baseUrl }, order.task, new AbortController().signal)
      await say('settled')
    } catch (error) {
      await say({ failed: error instanceof Error ? error.message : String(error) })
    }
  }
}

function say(word: Word): Promise<void> {
  return new Promise((resolve) => process.send!(word, () => resolve()))
}

/** All that the steps work with, save where the service is. */
function makeBench({ connectionString }: Order): Omit<PipelineContext, 'baseUrl'> {
  const config = readConfig(process.env)
  const log = serviceLog(config.logLevel)
  return {
    pool: createPool({
      connectionString,
      applicationName: 'fiducial alone',
      maxConnections: 4,
      statementTimeoutMs: 60_000,
      log,
    }),
    files: makeFileStore(config.storageUrl, { s3: config.s3, cacheDir: join(config.dataDir, 'cache') }),
    egress: new EgressClient({ allowNetworks: parseAllowNetworks(config.allowNetworks) }),
    threads: new ThreadPool<PipelineJobs>({
      registryUrl: new URL('./pipeline/threads/jobs.ts', import.meta.url),
      revive: reviveDecodeError,
      size: 1,
    }),
    masterKey: readMasterKey(process.env, config.dataDir),
    settings: { ...DEFAULT_PIPELINE_SETTINGS, downloadRetriesMs: config.downloadRetriesMs },
    log,
    workFolder: makeWorkFolder(config.dataDir),
    wake: () => {},
  }
}
