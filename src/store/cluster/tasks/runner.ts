import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError } from '../../postgres/errors.ts'
import type { Log } from '../../postgres/log.ts'
import type { Pool } from '../../postgres/pools.ts'
import type { TaskKind } from '../../taskKinds.ts'
import { claim, renewTask } from './claim.ts'
import { postpone, releaseTask, reportIsolatedCrash, retryLater } from './settle.ts'
import type { Task } from './task.ts'

/**
 * Runs tasks. Each settles its task (complete, retryLater, fail, releaseTask) in the transaction that writes its
 * outcome, and rolls back if the lease was lost. An error defers the task, longer each time. The signal aborts when the
 * lease is lost or the runner has to stop: then end, by throwing or with releaseTask.
 */
export interface TaskHandler {
  run(task: Task, signal: AbortSignal): Promise<void>
  /**
   * Runs a task that crashed workers in a separate process; `died` when that process crashed too. Left out: `run` is
   * used, one task at a time; right for work that cannot harm the process.
   */
  runAlone?(task: Task, signal: AbortSignal): Promise<'settled' | 'died'>
  /** Ends a task that crashed one isolated process after another: its job or delivery fails, with a reason. */
  failPoisoned(task: Task): Promise<void>
}

export interface TaskRunnerOptions {
  pool: Pool
  kinds: readonly TaskKind[]
  handler: TaskHandler
  /** The number of parallel tasks; one more may run alone. */
  slots: number
  /** It waits briefly until this many slots are free, instead of claiming one by one. */
  claimTogether?: number
  /** The limit per project, so that others find a slot even if its tasks take long. */
  projectCap: number
  leaseSeconds: number
  workerId: string
  log: Log
  /** Poll interval if nothing was due and no hint arrives. */
  pollMs?: number
}

interface Running {
  task: Task
  abort: AbortController
  done: Promise<void>
}

const POLL_MS = 1000
/**
 * The longest that free slots wait for others, to be filled together, and that tasks wait after a search that found
 * few.
 */
const GATHER_MS = 20
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 300_000
/** The queue may answer while the rows of a project do not. */
const OUTAGE_MS = 1000
/** Time that handlers have to stop after the signal, before the runner abandons them. */
const LEAVING_MS = 1000

/** Claims tasks into its free slots, renews their leases and passes them to the handler, until it is stopped. */
export class TaskRunner {
  readonly #options: TaskRunnerOptions
  readonly #running = new Map<number, Running>()
  #alone: Running | null = null
  #lookForAloneAt = 0
  #lastProject: string | undefined
  #claimedAt = Number.NEGATIVE_INFINITY
  /** The last claim got all that it asked for: there may be more. */
  #wasFilled = false
  #stopped = false
  #wakeUp: () => void = () => {}
  #woken = false
  #loop: Promise<void> | null = null
  #renewals: NodeJS.Timeout | null = null

  constructor(options: TaskRunnerOptions) {
    this.#options = options
  }

  start(): void {
    this.#renewals = setInterval(() => void this.#renew(), (this.#options.leaseSeconds * 1000) / 3)
    this.#loop = this.#work()
  }

  /** Looks for work now. Cheap: a wake during a search leads to one more search. */
  wake(): void {
    this.#woken = true
    this.#wakeUp()
  }

  /** The number of running tasks. */
  get runningCount(): number {
    return this.#running.size + (this.#alone ? 1 : 0)
  }

  /** Claims nothing more, waits up to graceMs for running tasks, then aborts and releases the rest. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true
    this.wake()
    await this.#loop
    const all = this.#inHand()
    await Promise.race([Promise.all(all.map((one) => one.done)), sleep(graceMs, undefined, { ref: false })])
    const late = this.#inHand()
    for (const one of late) one.abort.abort(new Error('the worker is stopping'))
    await Promise.race([Promise.all(late.map((one) => one.done)), sleep(LEAVING_MS, undefined, { ref: false })])
    if (this.#renewals) clearInterval(this.#renewals)
    const stuck = this.#inHand().map((one) => one.task)
    // When the database is unavailable as well, the leases run out by themselves.
    await releaseTask(this.#options.pool, stuck).catch(() => {})
  }

  #inHand(): Running[] {
    return [...this.#running.values(), ...(this.#alone ? [this.#alone] : [])]
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false
      const gatherMs = this.#gatherMs()
      let found = 0
      try {
        found = await this.#claimOnce(gatherMs === 0)
      } catch (error) {
        if (!isConnectionError(error)) this.#options.log.error({ err: error }, 'claiming tasks failed')
      }
      if (found === 0 && !this.#woken && !this.#stopped) await this.#pause(gatherMs || this.#pollMs)
    }
  }

  get #pollMs(): number {
    return this.#options.pollMs ?? POLL_MS
  }

  /** How long free slots still wait: for more of them, or for more tasks. */
  #gatherMs(): number {
    const { slots, claimTogether = 1 } = this.#options
    const free = slots - this.#running.size
    if (free === 0 || (free >= claimTogether && this.#wasFilled)) return 0
    return Math.max(0, this.#claimedAt + GATHER_MS - performance.now())
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #claimOnce(isGathered: boolean): Promise<number> {
    const { pool, slots, kinds, workerId, leaseSeconds, projectCap } = this.#options
    const free = slots - this.#running.size
    let found = 0
    if (free > 0 && isGathered) {
      this.#claimedAt = performance.now()
      const tasks = await claim(pool, {
        kinds,
        limit: free,
        workerId,
        leaseSeconds,
        projectCap,
        held: this.#heldByProject(),
        startAfter: this.#lastProject,
      })
      this.#wasFilled = tasks.length === free
      for (const task of tasks) this.#begin(task)
      this.#lastProject = tasks.at(-1)?.projectId ?? this.#lastProject
      found += tasks.length
    }
    if (!this.#alone && Date.now() >= this.#lookForAloneAt) {
      // They are rare: looking for them with every claim would double its cost.
      this.#lookForAloneAt = Date.now() + this.#pollMs
      const [task] = await claim(pool, { kinds, limit: 1, workerId, leaseSeconds, alone: true })
      if (task) {
        this.#beginAlone(task)
        found++
      }
    }
    return found
  }

  #heldByProject(): Map<string, number> {
    const held = new Map<string, number>()
    for (const { task } of this.#running.values()) held.set(task.projectId, (held.get(task.projectId) ?? 0) + 1)
    return held
  }

  #begin(task: Task): void {
    const abort = new AbortController()
    const { handler } = this.#options
    const done = this.#guard(task, abort.signal, () => handler.run(task, abort.signal)).finally(() => {
      this.#running.delete(task.id)
      this.wake()
    })
    this.#running.set(task.id, { task, abort, done })
  }

  #beginAlone(task: Task): void {
    const abort = new AbortController()
    const done = this.#guard(task, abort.signal, () => this.#handleAlone(task, abort.signal)).finally(() => {
      this.#alone = null
      // The dead process also ended all other tasks that it ran: there may be many more of them.
      this.#lookForAloneAt = 0
      this.wake()
    })
    this.#alone = { task, abort, done }
  }

  async #handleAlone(task: Task, signal: AbortSignal): Promise<void> {
    const { handler, pool, log } = this.#options
    const facts = { taskId: task.id, kind: task.kind, subjectId: task.subjectId, deaths: task.deaths }
    if (task.poisoned) {
      log.error(facts, 'a task has killed every process it ran in, giving it up')
      return handler.failPoisoned(task)
    }
    log.warn(facts, 'workers have died under a task, it runs alone')
    if (!handler.runAlone) return handler.run(task, signal)
    const outcome = await handler.runAlone(task, signal)
    // A child that we stopped did not die of its task.
    if (outcome === 'died' && !signal.aborted) await reportIsolatedCrash(pool, task, 'its process died')
    else if (outcome === 'died') await releaseTask(pool, [task])
  }

  /** An error of a handler must not end the worker. */
  async #guard(task: Task, signal: AbortSignal, handle: () => Promise<void>): Promise<void> {
    const { pool, log } = this.#options
    try {
      await handle()
    } catch (error) {
      const facts = { err: error, taskId: task.id, kind: task.kind, subjectId: task.subjectId }
      try {
        // Neither our stop nor an unavailable database is the fault of the task.
        if (signal.aborted) await releaseTask(pool, [task])
        else if (isConnectionError(error)) await postpone(pool, task, OUTAGE_MS, 'the database was unavailable')
        else {
          log.error(facts, 'a task failed unexpectedly, it is tried again later')
          await retryLater(
            pool,
            task,
            retryDelayMs(task.attempts),
            error instanceof Error ? error.message : String(error),
          )
        }
      } catch (settling) {
        log.warn({ ...facts, settling }, 'a task could not be put back, its lease has to run out')
      }
    }
  }

  async #renew(): Promise<void> {
    const all = this.#inHand()
    if (all.length === 0) return
    const { pool, leaseSeconds, log } = this.#options
    try {
      const held = await renewTask(
        pool,
        all.map((one) => one.task),
        leaseSeconds,
      )
      // A task that has been settled meanwhile is neither in the table nor ours.
      const lost = all.filter((one) => !held.has(one.task.id) && this.#inHand().includes(one))
      for (const one of lost) {
        one.abort.abort(new Error('the lease was lost'))
        log.warn({ taskId: one.task.id, kind: one.task.kind }, 'the lease of a task was lost')
      }
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed')
    }
  }
}

function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 20), LONGEST_RETRY_MS)
}
