import { availableParallelism, totalmem } from 'node:os'
import { type TransferListItem, Worker } from 'node:worker_threads'
import { LaneQueue } from './laneQueue.ts'
import { fromWire, PoolError, type PoolErrorReason, type Revive } from './poolError.ts'
import type { JobRegistry, WorkerMessage } from './protocol.ts'

const LEAST_HEAP_MB = 256
const MOST_HEAP_MB = 8192
/** Of each thread, for what was made last: with V8's default large bodies took almost twice the memory. */
const YOUNG_HEAP_MB = 16

export interface PoolOptions {
  /** Module that exports the `jobs`; the pool loads it in its threads only. */
  registryUrl: URL
  /** Brings back errors of the jobs' own classes. */
  revive?: Revive
  /** Threads; default one a core, at most 4. */
  size?: number
  /**
   * JavaScript heap of each thread, default a third of the machine's memory; buffers and native decoders are bounded
   * by the limits of the jobs. A thread that reaches it takes the whole process along where native code asked for more.
   */
  maxHeapMb?: number
}

export interface RunOptions {
  /** Whom the work is for (a project): lanes take turns. */
  lane: string
  /** From the start on a thread, waiting not counted; then the thread is ended. */
  timeLimitMs: number
  signal?: AbortSignal
  /** Buffers transferred instead of copied; not for jobs that may call `beHeavy`. */
  transfer?: TransferListItem[]
}

interface Waiting {
  id: number
  name: string
  input: unknown
  heavy: boolean
  options: RunOptions
  settle: (error: Error | null, value?: unknown) => void
}

interface Thread {
  worker: Worker
  ready: boolean
  ended: boolean
  task: Waiting | null
  timer: NodeJS.Timeout | null
}

/**
 * Runs named CPU-bound jobs on worker threads, with hard limits: a job that runs too long, dies or is aborted takes its
 * thread with it and another is started. Only one heavy job runs at a time.
 */
export class ThreadPool<Jobs extends JobRegistry> {
  readonly #options: PoolOptions
  readonly #size: number
  readonly #threads = new Set<Thread>()
  readonly #queue = new LaneQueue<Waiting>()
  readonly #heavyQueue = new LaneQueue<Waiting>()
  /** The thread that holds the one place for heavy work, until it is free or gone. */
  #heavyThread: Thread | null = null
  #closed = false
  #nextId = 1

  constructor(options: PoolOptions) {
    this.#options = options
    this.#size = options.size ?? Math.min(4, availableParallelism())
  }

  /** Jobs not yet on a thread. */
  get waiting(): number {
    return this.#queue.size + this.#heavyQueue.size
  }

  /**
   * @throws what the job threw (of its class where `revive` knows it, else as Error with its name), or PoolError
   */
  run<Name extends keyof Jobs & string>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
    options: RunOptions,
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    if (this.#closed) return Promise.reject(new PoolError('CLOSED', 'the pool is closed'))
    if (options.signal?.aborted) return Promise.reject(new PoolError('ABORTED', `${name} was aborted`))
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#abort(task)
      const task: Waiting = {
        id: this.#nextId++,
        name,
        input,
        heavy: false,
        options,
        settle(error, value) {
          options.signal?.removeEventListener('abort', onAbort)
          if (error) reject(error)
          else resolve(value as Awaited<ReturnType<Jobs[Name]>>)
        },
      }
      options.signal?.addEventListener('abort', onAbort, { once: true })
      this.#queue.push(options.lane, task)
      this.#dispatch()
    })
  }

  /** Takes no more jobs, drops the waiting ones, lets running ones finish for `graceMs`, then ends all threads. */
  async close(graceMs = 0): Promise<void> {
    this.#closed = true
    this.#drop(new PoolError('CLOSED', 'the pool is closed'))
    const deadline = Date.now() + graceMs
    while (Date.now() < deadline && [...this.#threads].some(({ task }) => task)) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const exits = [...this.#threads].map(({ worker }) => worker.terminate())
    for (const thread of this.#threads) this.#lose(thread, 'CLOSED', 'the pool is closed')
    await Promise.all(exits)
  }

  #dispatch(): void {
    while (this.waiting > 0) {
      const heavyMayRun = this.#heavyThread === null && this.#heavyQueue.size > 0
      if (!heavyMayRun && this.#queue.size === 0) return
      const thread = [...this.#threads].find(({ ready, task }) => ready && !task)
      if (!thread) {
        // Threads still starting will call again; more are started as long as work would wait for them.
        const starting = [...this.#threads].filter(({ ready }) => !ready).length
        if (this.#threads.size < this.#size && starting < this.waiting) this.#start()
        else return
      } else {
        const task = heavyMayRun ? this.#heavyQueue.shift() : this.#queue.shift()
        if (task) this.#give(thread, task)
      }
    }
  }

  #start(): void {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { registryUrl: this.#options.registryUrl.href },
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.maxHeapMb ?? shareOfMemoryMb(),
        maxYoungGenerationSizeMb: YOUNG_HEAP_MB,
      },
    })
    const thread: Thread = { worker, ready: false, ended: false, task: null, timer: null }
    this.#threads.add(thread)
    worker.on('message', (message: WorkerMessage) => this.#hear(thread, message))
    worker.on('error', (error: Error & { code?: string }) => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'OUT_OF_MEMORY' : 'WORKER_LOST'
      this.#lose(thread, reason, error.message, error)
    })
    worker.on('exit', (code) => {
      this.#lose(thread, 'WORKER_LOST', `the thread ended with code ${code}`)
      // Native decoding goes on inside a thread that is being ended: its memory is free only now.
      if (this.#heavyThread === thread) this.#heavyThread = null
      this.#dispatch()
    })
  }

  #give(thread: Thread, task: Waiting): void {
    const { id, name, input, heavy, options } = task
    thread.task = task
    if (heavy) this.#heavyThread = thread
    try {
      thread.worker.postMessage({ id, name, input, heavy }, options.transfer ?? [])
    } catch (error) {
      this.#free(thread)
      task.settle(error as Error)
      return
    }
    const { timeLimitMs } = options
    thread.timer = setTimeout(
      () => this.#end(thread, 'TIME_LIMIT', `${name} took longer than ${timeLimitMs} ms`),
      timeLimitMs,
    )
  }

  #hear(thread: Thread, message: WorkerMessage): void {
    if (thread.ended) return
    if (message.outcome === 'ready') {
      thread.ready = true
    } else {
      const task = thread.task
      if (!task || task.id !== message.id) return
      this.#free(thread)
      if (message.outcome === 'done') task.settle(null, message.value)
      else if (message.outcome === 'failed') task.settle(fromWire(message.error, this.#options.revive ?? (() => null)))
      else if (this.#closed) task.settle(new PoolError('CLOSED', 'the pool is closed'))
      else this.#heavyQueue.push(task.options.lane, Object.assign(task, { heavy: true }))
    }
    this.#dispatch()
  }

  #free(thread: Thread): void {
    if (thread.timer) clearTimeout(thread.timer)
    thread.timer = null
    thread.task = null
    if (this.#heavyThread === thread) this.#heavyThread = null
  }

  #abort(task: Waiting): void {
    const { lane } = task.options
    const waited = this.#queue.remove(lane, task) || this.#heavyQueue.remove(lane, task)
    const thread = [...this.#threads].find((each) => each.task === task)
    if (waited) task.settle(new PoolError('ABORTED', `${task.name} was aborted`))
    else if (thread) this.#end(thread, 'ABORTED', `${task.name} was aborted`)
  }

  /** Ends a thread in the middle of its job; the caller hears of it at once, not when native code lets go. */
  #end(thread: Thread, reason: PoolErrorReason, message: string): void {
    this.#lose(thread, reason, message)
    void thread.worker.terminate()
    this.#dispatch()
  }

  /** Takes a thread out of the pool and answers its job. Safe to call twice. */
  #lose(thread: Thread, reason: PoolErrorReason, message: string, cause?: unknown): void {
    if (thread.ended) return
    thread.ended = true
    this.#threads.delete(thread)
    if (thread.timer) clearTimeout(thread.timer)
    thread.task?.settle(new PoolError(reason, message, cause))
    thread.task = null
    if (thread.ready || this.#closed) return
    // A thread that never got ready (a registry that does not load) would be restarted endlessly.
    this.#drop(new PoolError('WORKER_LOST', `the threads do not start: ${message}`, cause))
  }

  #drop(error: PoolError): void {
    for (const queue of [this.#queue, this.#heavyQueue]) {
      for (let task = queue.shift(); task; task = queue.shift()) task.settle(error)
    }
  }
}

/** Of the machine, or of the container where it has less; a large result takes ten times its bytes while it is made. */
function shareOfMemoryMb(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(Math.max(bytes / 3 / 2 ** 20, LEAST_HEAP_MB), MOST_HEAP_MB)
}
