import { availableParallelism, totalmem } from 'node:os'
import { type TransferListItem, Worker } from 'node:worker_threads'
import { LaneQueue } from './laneQueue.ts'
import { fromWire, PoolError, type PoolErrorReason, type Revive } from './poolError.ts'
import type { JobRegistry, WorkerMessage } from './protocol.ts'
import type { WorkRoom } from './workRoom.ts'

/** Inputs from here on hold room while they are worked on; smaller ones never wait for it. */
const LARGE_INPUT_BYTES = 1024 * 1024

const LEAST_HEAP_MB = 256
const MOST_HEAP_MB = 8192
/** The young generation of each thread: with V8's default, large bodies took almost twice the memory. */
const YOUNG_HEAP_MB = 16

export interface PoolOptions {
  /** Module that exports the `jobs`; the pool loads it in its threads only. */
  registryUrl: URL
  /** Brings back errors of the jobs' own classes. */
  revive?: Revive
  /** Threads; default one a core, at most 4. */
  size?: number
  /** Threads that one lane may hold at once: the others are for others. Left out: all. */
  mostOfLane?: number
  /**
   * JavaScript heap of each thread, default a third of the machine's memory; buffers and native decoders are bounded
   * by the limits of the jobs. A thread that reaches it takes the whole process along where native code asked for more.
   */
  maxHeapMb?: number
  /** For large inputs, which are known by the buffers that are transferred; left out: they never wait. */
  room?: WorkRoom
}

export interface RunOptions {
  /** Whom the work is for (a project): lanes take turns. */
  lane: string
  /** From the start on a thread, waiting not counted; then the thread is ended. */
  timeLimitMs: number
  signal?: AbortSignal
  /** The job may take long, and waits until no other such job runs, so that short ones always find another thread. */
  isLong?: boolean
  /** Buffers transferred instead of copied; not for jobs that may call `beHeavy`. */
  transfer?: TransferListItem[]
  /** The size of files that the job reads whole, to reserve room for it. */
  inputBytes?: number
}

interface Waiting {
  id: number
  name: string
  input: unknown
  heavy: boolean
  /** The room for a large input; 0 for others. */
  roomBytes: number
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
  readonly #largeQueue = new LaneQueue<Waiting>()
  /** Whether the lane may have another thread. */
  readonly #mayHaveThread = (lane: string): boolean => {
    const { mostOfLane } = this.#options
    if (mostOfLane === undefined) return true
    return [...this.#threads].filter(({ task }) => task?.options.lane === lane).length < mostOfLane
  }
  /** The large job whose turn it is, until there is room for it. */
  #nextLarge: Waiting | null = null
  #isLargesTurn = false
  /** The thread that has the one slot for heavy work, until it is free or has ended. */
  #heavyThread: Thread | null = null
  #closed = false
  #nextId = 1

  constructor(options: PoolOptions) {
    this.#options = options
    this.#size = options.size ?? Math.min(4, availableParallelism())
    options.room?.onRoom(() => this.#dispatch())
  }

  /** Jobs not yet on a thread. */
  get waiting(): number {
    return this.#queue.size + this.#heavyQueue.size + this.#largeQueue.size + (this.#nextLarge ? 1 : 0)
  }

  /**
   * @throws the error of the job (in its own class if `revive` knows it, otherwise as Error with its name), or
   * PoolError
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
        heavy: options.isLong ?? false,
        roomBytes: this.#options.room ? largeBytes(options) : 0,
        options,
        settle(error, value) {
          options.signal?.removeEventListener('abort', onAbort)
          if (error) reject(error)
          else resolve(value as Awaited<ReturnType<Jobs[Name]>>)
        },
      }
      options.signal?.addEventListener('abort', onAbort, { once: true })
      const others = task.roomBytes > 0 ? this.#largeQueue : this.#queue
      const queue = task.heavy ? this.#heavyQueue : others
      queue.push(options.lane, task)
      this.#dispatch()
    })
  }

  /** Accepts no more jobs, drops the waiting ones, lets running ones finish for `graceMs`, then ends all threads. */
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
      if (!this.#heavyMayRun() && !this.#queue.has(this.#mayHaveThread) && !this.#largeMayRun()) return
      const thread = [...this.#threads].find(({ ready, task }) => ready && !task)
      if (!thread) {
        // Threads still starting will call again; more are started as long as work would wait for them.
        const starting = [...this.#threads].filter(({ ready }) => !ready).length
        if (this.#threads.size < this.#size && starting < this.waiting) this.#start()
        else return
      } else {
        const task = this.#next()
        if (!task) return
        this.#give(thread, task)
      }
    }
  }

  #heavyMayRun(): boolean {
    return this.#heavyThread === null && this.#heavyQueue.has(this.#mayHaveThread)
  }

  #largeMayRun(): boolean {
    const next = this.#nextLarge
    if (next && !this.#mayHaveThread(next.options.lane)) {
      this.#largeQueue.putBack(next.options.lane, next)
      this.#nextLarge = null
    }
    this.#nextLarge ??= this.#largeQueue.shift(this.#mayHaveThread) ?? null
    return this.#nextLarge !== null && (this.#options.room?.hasRoomFor(this.#nextLarge.roomBytes) ?? true)
  }

  /** Large ones and others take turns where both wait. */
  #next(): Waiting | undefined {
    if (this.#heavyMayRun()) return this.#heavyQueue.shift(this.#mayHaveThread)
    this.#isLargesTurn = !this.#isLargesTurn
    const othersMayRun = this.#queue.has(this.#mayHaveThread)
    if (!this.#largeMayRun() || (this.#isLargesTurn && othersMayRun)) return this.#queue.shift(this.#mayHaveThread)
    const large = this.#nextLarge
    this.#nextLarge = null
    return large ?? undefined
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
      // Native decoding continues inside a thread that is being ended, so its memory is free only now.
      if (this.#heavyThread === thread) this.#heavyThread = null
      this.#dispatch()
    })
  }

  #give(thread: Thread, task: Waiting): void {
    const { id, name, input, heavy, options } = task
    thread.task = task
    this.#options.room?.take(task.roomBytes)
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
    if (this.#heavyThread === thread) this.#heavyThread = null
    this.#leave(thread)
  }

  /** Answers the task that the thread had. */
  #leave(thread: Thread): Waiting | null {
    const { task } = thread
    thread.task = null
    if (task && task.roomBytes > 0) this.#options.room?.give(task.roomBytes)
    return task
  }

  #abort(task: Waiting): void {
    const { lane } = task.options
    const waited = this.#takeBack(lane, task)
    const thread = [...this.#threads].find((each) => each.task === task)
    if (waited) task.settle(new PoolError('ABORTED', `${task.name} was aborted`))
    else if (thread) this.#end(thread, 'ABORTED', `${task.name} was aborted`)
  }

  #takeBack(lane: string, task: Waiting): boolean {
    if (this.#nextLarge === task) {
      this.#nextLarge = null
      return true
    }
    return [this.#queue, this.#heavyQueue, this.#largeQueue].some((queue) => queue.remove(lane, task))
  }

  /** Ends a thread in the middle of its job; the caller learns of it immediately, not when native code returns. */
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
    this.#leave(thread)?.settle(new PoolError(reason, message, cause))
    if (thread.ready || this.#closed) return
    // A thread that never got ready (a registry that does not load) would be restarted endlessly.
    this.#drop(new PoolError('WORKER_LOST', `the threads do not start: ${message}`, cause))
  }

  #drop(error: PoolError): void {
    this.#nextLarge?.settle(error)
    this.#nextLarge = null
    for (const queue of [this.#queue, this.#heavyQueue, this.#largeQueue]) {
      for (let task = queue.shift(); task; task = queue.shift()) task.settle(error)
    }
  }
}

/** 0 for an input that is not large. */
function largeBytes({ transfer = [], inputBytes = 0 }: RunOptions): number {
  const bytes = transfer.reduce((sum, item) => sum + (item instanceof ArrayBuffer ? item.byteLength : 0), inputBytes)
  return bytes < LARGE_INPUT_BYTES ? 0 : bytes
}

/**
 * A share of the memory of the machine, or of the container if it has less; a large result takes ten times its bytes
 * while it is made.
 */
function shareOfMemoryMb(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(Math.max(bytes / 3 / 2 ** 20, LEAST_HEAP_MB), MOST_HEAP_MB)
}
