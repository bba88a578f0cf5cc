import { delayStep } from '../model/delaySteps.ts'
import type { DueDelivery } from '../store/cluster/callbacks/claim.ts'
import { type AttemptFacts, markDelivered, markFailed, releaseDelivery } from '../store/cluster/callbacks/marks.ts'
import { noteSuccess } from '../store/cluster/callbacks/successes.ts'
import type { Log } from '../store/postgres/log.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { holdDeliveries, noteFailure, switchOff } from '../store/project/callbacks/endpoint.ts'
import { addToCallbacks, addToDelays } from '../store/project/callbacks/sums.ts'
import type { CallbackMetrics } from './options.ts'

interface Attempted {
  delivery: DueDelivery
  /** Where it went: the project's address may have changed since the delivery was written. */
  url: string
  attempt: AttemptFacts
}

const NOTED_FOR_MS = 5000
// A 410 is first recorded like any failure; if this process ends before the callbacks are turned off, it is tried once
// more.
const GONE_RETRY_MS = 60_000

/**
 * Collects outcomes of attempts until the next write to the database: one statement for many. Nothing is removed before
 * it is written, so that an unavailable database loses no outcome.
 */
export class Results {
  readonly #options: { pool: Pool; log: Log; metrics: CallbackMetrics; giveUpAfterMs: number }
  #delivered: Attempted[] = []
  #failed: (Attempted & { retryInMs: number | null })[] = []
  #gone: Attempted[] = []
  #untried: { delivery: DueDelivery; delayMs: number }[] = []
  /** When a project's success was last noted, so that each burst notes it once. */
  readonly #successNotedMs = new Map<string, number>()

  constructor(options: { pool: Pool; log: Log; metrics: CallbackMetrics; giveUpAfterMs: number }) {
    this.#options = options
  }

  addDelivered(attempted: Attempted): void {
    this.#delivered.push(attempted)
  }

  addFailed(attempted: Attempted, retryInMs: number | null): void {
    this.#failed.push({ ...attempted, retryInMs })
  }

  addGone(attempted: Attempted): void {
    this.#failed.push({ ...attempted, retryInMs: GONE_RETRY_MS })
    this.#gone.push(attempted)
  }

  addUntried(delivery: DueDelivery, delayMs: number): void {
    this.#untried.push({ delivery, delayMs })
  }

  isEmpty(): boolean {
    return this.#delivered.length + this.#failed.length + this.#gone.length + this.#untried.length === 0
  }

  /**
   * Writes all collected outcomes; throws if the database does, and can then be called again. It works on copies, since
   * more arrive while the database answers.
   */
  async flush(nowMs: number): Promise<void> {
    // Switching off takes deliveries off the queue, so the attempt that was the reason has to be noted before.
    const gone = [...this.#gone]
    await this.#flushDelivered(nowMs)
    await this.#flushFailed()
    await this.#flushGone(gone)
    await this.#flushUntried()
  }

  async #flushDelivered(nowMs: number): Promise<void> {
    const batch = [...this.#delivered]
    if (batch.length === 0) return
    const { pool } = this.#options
    await markDelivered(
      pool,
      batch.map(({ delivery, attempt }) => ({ ...keyOf(delivery), attempt })),
    )
    this.#delivered = this.#delivered.slice(batch.length)
    for (const [projectId, ofProject] of byProject(batch)) {
      const delays = ofProject.map(({ delivery, attempt }) => delivery.ageMs + attempt.durationMs)
      const delay_ms = delays.reduce((sum, ms) => sum + ms, 0)
      await addToCallbacks(pool, projectId, { delivered: ofProject.length, delay_ms })
      await addToDelays(pool, projectId, countedBy(delays.map(delayStep)))
    }
    const ofProjects = batch.filter((one) => !one.delivery.ownUrl)
    // One that had failed before is always noted: the failure may have been another process's to note.
    const isNews = ({ delivery }: Attempted) =>
      delivery.attempts > 0 || nowMs - (this.#successNotedMs.get(delivery.projectId) ?? -Infinity) > NOTED_FOR_MS
    const stale = [...new Set(ofProjects.filter(isNews).map((one) => one.delivery.projectId))]
    if (stale.length === 0) return
    await noteSuccess(pool, stale)
    for (const [id, atMs] of this.#successNotedMs) if (nowMs - atMs > NOTED_FOR_MS) this.#successNotedMs.delete(id)
    for (const id of stale) this.#successNotedMs.set(id, nowMs)
  }

  async #flushFailed(): Promise<void> {
    const batch = [...this.#failed]
    if (batch.length === 0) return
    const { pool, metrics } = this.#options
    await markFailed(
      pool,
      batch.map(({ delivery, attempt, retryInMs }) => ({
        ...keyOf(delivery),
        leaseToken: delivery.leaseToken,
        attempt,
        retryInMs,
      })),
    )
    this.#failed = this.#failed.slice(batch.length)
    for (const [projectId, ofProject] of byProject(batch)) {
      const given_up = ofProject.filter((one) => one.retryInMs === null).length
      await addToCallbacks(pool, projectId, { failed: ofProject.length, given_up })
    }
    for (const one of batch) if (one.retryInMs === null) metrics.exhausted?.()
    const ofProjects = batch.filter((one) => !one.delivery.ownUrl)
    for (const one of new Map(ofProjects.map((failed) => [failed.delivery.projectId, failed])).values()) {
      await this.#noteFailure(one)
    }
  }

  async #noteFailure({ delivery, url }: Attempted): Promise<void> {
    const { pool, giveUpAfterMs } = this.#options
    this.#successNotedMs.delete(delivery.projectId)
    const failingMs = await noteFailure(pool, delivery.projectId, url)
    if (failingMs >= giveUpAfterMs) {
      const days = Math.round((failingMs / 86_400_000) * 10) / 10
      await this.#switchOff(delivery.projectId, url, `no attempt succeeded for ${days} days`)
    }
  }

  async #flushGone(batch: readonly Attempted[]): Promise<void> {
    for (const { delivery, url } of batch) {
      // An address that a job or batch named speaks for itself alone, unless it is the project's.
      const { projectId } = delivery
      if (!(await this.#switchOff(projectId, url, 'the receiver answered 410 Gone'))) {
        await holdDeliveries(this.#options.pool, projectId, url)
      }
    }
    this.#gone = this.#gone.slice(batch.length)
  }

  async #switchOff(projectId: string, url: string, reason: string): Promise<boolean> {
    const { pool, log, metrics } = this.#options
    const switched = await switchOff(pool, { projectId, url, reason })
    if (switched) {
      log.error({ projectId, reason }, 'callbacks of a project were deactivated; its messages wait for a resend')
      metrics.switchedOff?.()
    }
    return switched
  }

  async #flushUntried(): Promise<void> {
    const batch = [...this.#untried]
    for (const [delayMs, group] of Map.groupBy(batch, (one) => one.delayMs)) {
      await releaseDelivery(
        this.#options.pool,
        group.map(({ delivery }) => ({ ...keyOf(delivery), leaseToken: delivery.leaseToken })),
        delayMs,
      )
    }
    this.#untried = this.#untried.slice(batch.length)
  }
}

const countedBy = (steps: readonly number[]): Map<number, number> =>
  steps.reduce((counts, step) => counts.set(step, (counts.get(step) ?? 0) + 1), new Map<number, number>())

const byProject = <Of extends Attempted>(batch: readonly Of[]): Map<string, Of[]> =>
  Map.groupBy(batch, ({ delivery }) => delivery.projectId)

const keyOf = ({ projectId, jobId, position }: DueDelivery) => ({ projectId, jobId, position })
