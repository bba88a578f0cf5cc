import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { parseAllowNetworks } from '../egress/address.ts'
import { EgressClient } from '../egress/client.ts'
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
import { ThreadPool } from '../threads/pool.ts'

/** What the child receives; it reads its settings from the same environment. */
interface TaskRequest {
  connectionString: string
  baseUrl: string
  task: Task
}

/** What the child answers to each request: that its work begins, and how it ended. */
type Reply = 'began' | 'settled' | { failed: string }

const MAIN = new URL('../main.ts', import.meta.url)
const IDLE_MS = 10_000

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

  constructor(entry = MAIN, idleMs = IDLE_MS) {
    this.#entry = entry
    this.#idleMs = idleMs
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
      return await carriedOut(child, request, signal)
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

function carriedOut(child: ChildProcess, request: TaskRequest, signal: AbortSignal): Promise<'settled' | 'died'> {
  return new Promise((resolve, reject) => {
    let hasStarted = false
    const end = (settle: () => void) => {
      child.off('message', onReply)
      child.off('close', onClose)
      settle()
    }
    const onReply = (reply: Reply) => {
      if (reply === 'began') hasStarted = true
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
    // It may be gone before it receives the request.
    child.send(request, () => {})
  })
}

/** The child's side: runs requested tasks until the parent disconnects. */
export async function startAlone(): Promise<void> {
  let context: ReturnType<typeof createContext> | null = null
  const requests = on(process, 'message') as AsyncIterable<[TaskRequest]>
  process.once('disconnect', () => {
    if (context) rmSync(context.workFolder, { recursive: true, force: true })
    // Even in the middle of a task: another worker will claim it.
    process.exit(0)
  })
  for await (const [request] of requests) {
    try {
      context ??= createContext(request)
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
function createContext({ connectionString }: TaskRequest): Omit<PipelineContext, 'baseUrl'> {
  const config = readConfig(process.env)
  const log = serviceLog(config.logLevel)
  return {
    pool: createPool({
      connectionString,
      pooled: config.databaseDirectUrl !== null,
      applicationName: 'fiducial alone',
      maxConnections: 4,
      statementTimeoutMs: 60_000,
      log,
    }),
    files: makeFileStore(config.storageUrl, { s3: config.s3, cacheDir: join(config.dataDir, 'cache') }),
    egress: new EgressClient({ allowNetworks: parseAllowNetworks(config.allowNetworks) }),
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
