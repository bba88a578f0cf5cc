import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { makeEgress } from '../egress/egressFactory.ts'
import { readMasterKey } from '../masterKey.ts'
import { type PipelineContext, pipelineSettings } from '../pipeline/context.ts'
import { reviveDecodeError } from '../pipeline/decode/DecodeError.ts'
import { runStep } from '../pipeline/pipeline.ts'
import type { PipelineJobs } from '../pipeline/threads/jobs.ts'
import { makeWorkFolder } from '../pipeline/workFolder.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { makeFileStore } from '../store/files/makeFileStore.ts'
import { createPool } from '../store/postgres/pools.ts'
import { serviceLog } from '../store/postgres/serviceLog.ts'
import { Gate } from '../threads/gate.ts'
import { endWithParent } from '../threads/parentWatch.ts'
import { ThreadPool } from '../threads/pool.ts'

/** The message to the child; it reads its settings from the same environment. */
interface TaskRequest {
  connectionString: string
  baseUrl: string
  task: Task
}

/** What the child answers to each request: that its work begins, and how it ended; in between, how far it is. */
type Reply = 'began' | 'settled' | { failed: string } | { progress: number }

const MAIN = new URL('../main.ts', import.meta.url)
const IDLE_MS = 10_000
const BEAT_MS = 2000

/** When a process that works is given up. */
export interface WatchLimits {
  /** It is silent, so it is stuck in a loop. */
  silenceMs: number
  /** It reports, but makes no progress: it neither reads nor writes the database. */
  standstillMs: number
}
const LIMITS: WatchLimits = { silenceMs: 120_000, standstillMs: 1_800_000 }

/**
 * Runs tasks in a separate process, one after the other, so that a crash harms only the task that caused it. The process
 * starts with the first task and stays for a while: starting takes longer than most tasks, and many come after a crash.
 */
export class IsolatedTaskProcess {
  readonly #entry: URL
  readonly #idleMs: number
  /** Several runners share the process, and its replies do not say which request they answer. */
  readonly #turns = new Gate(1)
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | null = null

  readonly #limits: WatchLimits

  constructor(entry = MAIN, idleMs = IDLE_MS, limits = LIMITS) {
    this.#entry = entry
    this.#idleMs = idleMs
    this.#limits = limits
  }

  /**
   * `died`: the process ended in the middle of the work without a reply. Only that is evidence against the task: when a
   * process cannot start, or reports an error (database down, disk full), the cause is elsewhere; that is thrown, and
   * the task is tried again later.
   */
  run(request: TaskRequest, signal: AbortSignal): Promise<'settled' | 'died'> {
    return this.#turns.run(request.task.projectId, async () =>
      signal.aborted ? 'died' : this.#carryOut(request, signal),
    )
  }

  /** The process ends by itself when its parent disconnects. */
  close(): void {
    if (this.#idle) clearTimeout(this.#idle)
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = null
  }

  async #carryOut(request: TaskRequest, signal: AbortSignal): Promise<'settled' | 'died'> {
    if (this.#idle) clearTimeout(this.#idle)
    this.#child ??= this.#start()
    const child = this.#child
    const stop = () => child.kill('SIGKILL')
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await carriedOut(child, request, signal, this.#limits)
    } finally {
      signal.removeEventListener('abort', stop)
      if (this.#child === child) this.#idle = setTimeout(() => this.close(), this.#idleMs).unref()
    }
  }

  #start(): ChildProcess {
    const child = fork(this.#entry, ['alone'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('close', () => {
      if (this.#child === child) this.#child = null
    })
    return child
  }
}

function carriedOut(
  child: ChildProcess,
  request: TaskRequest,
  signal: AbortSignal,
  limits: WatchLimits,
): Promise<'settled' | 'died'> {
  return new Promise((resolve, reject) => {
    let hasStarted = false
    const watch = new Watch(limits, () => child.kill('SIGKILL'))
    const end = (settle: () => void) => {
      watch.stop()
      child.off('message', onReply)
      child.off('close', onClose)
      settle()
    }
    const onReply = (reply: Reply) => {
      watch.hear(typeof reply === 'object' && 'progress' in reply ? reply.progress : null)
      if (reply === 'began') hasStarted = true
      else if (typeof reply === 'object' && 'progress' in reply) return
      else if (reply === 'settled') end(() => resolve('settled'))
      else end(() => reject(new Error(reply.failed)))
    }
    const onClose = (code: number | null, killedBy: string | null) =>
      end(() => {
        if (hasStarted || signal.aborted) resolve('died')
        else reject(new Error(`the process for it did not start: ${killedBy ?? `exit code ${code}`}`))
      })
    child.on('message', onReply)
    child.on('close', onClose)
    // The child may have ended before it receives the request.
    child.send(request, () => {})
  })
}

/** Gives up a process that is silent, or reports the same progress, for too long. */
class Watch {
  readonly #limits: WatchLimits
  readonly #giveUp: () => void
  readonly #timer: NodeJS.Timeout
  #heardMs = performance.now()
  #movedMs = performance.now()
  #progress = -1

  constructor(limits: WatchLimits, giveUp: () => void) {
    this.#limits = limits
    this.#giveUp = giveUp
    this.#timer = setInterval(() => this.#look(), Math.min(limits.silenceMs, limits.standstillMs) / 10)
  }

  /** @param progress the progress of the process; null: another message */
  hear(progress: number | null): void {
    this.#heardMs = performance.now()
    if (progress === this.#progress) return
    this.#movedMs = this.#heardMs
    this.#progress = progress ?? this.#progress
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const nowMs = performance.now()
    const { silenceMs, standstillMs } = this.#limits
    if (nowMs - this.#heardMs > silenceMs || nowMs - this.#movedMs > standstillMs) this.#giveUp()
  }
}

/** The child's side: runs requested tasks until the parent disconnects. */
export async function startAlone(): Promise<void> {
  let context: ReturnType<typeof createContext> | null = null
  let progress = 0
  endWithParent()
  setInterval(() => process.send?.({ progress } satisfies Reply), BEAT_MS)
  const requests = on(process, 'message') as AsyncIterable<[TaskRequest]>
  process.once('disconnect', () => {
    if (context) rmSync(context.workFolder, { recursive: true, force: true })
    // Even in the middle of a task: another worker will claim it.
    process.exit(0)
  })
  for await (const [request] of requests) {
    try {
      context ??= createContext(request, () => progress++)
      await say('began')
      await runStep({ ...context, baseUrl: () => request.baseUrl }, request.task, new AbortController().signal)
      await say('settled')
    } catch (error) {
      await say({ failed: error instanceof Error ? error.message : String(error) })
    }
  }
}

function say(reply: Reply): Promise<void> {
  return new Promise((resolve) => process.send!(reply, () => resolve()))
}

/** All that the steps work with, except where the service is. */
function createContext({ connectionString }: TaskRequest, onProgress: () => void): Omit<PipelineContext, 'baseUrl'> {
  const config = readConfig(process.env)
  const log = serviceLog(config.logLevel)
  const pool = createPool({
    connectionString,
    pooled: config.databaseDirectUrl !== null,
    applicationName: 'fiducial alone',
    maxConnections: 4,
    statementTimeoutMs: 60_000,
    log,
  })
  pool.on('release', onProgress)
  return {
    pool,
    files: makeFileStore(config.storageUrl, { s3: config.s3, cacheDir: join(config.dataDir, 'cache') }),
    egress: makeEgress(config.allowNetworks, log),
    threads: new ThreadPool<PipelineJobs>({
      registryUrl: new URL('../pipeline/threads/jobs.ts', import.meta.url),
      revive: reviveDecodeError,
      size: 1,
    }),
    masterKey: readMasterKey(process.env, config.dataDir),
    settings: pipelineSettings(config),
    log,
    workFolder: makeWorkFolder(config.dataDir),
    wake: () => {},
  }
}
