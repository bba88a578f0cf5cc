import { randomUUID } from 'node:crypto'
import type { SignedPostResult } from '../egress/signedPost.ts'
import { claimDeliveries, type DueDelivery, NO_RECEIVER } from '../store/cluster/callbacks/claim.ts'
import { Presence } from '../store/cluster/callbacks/presence.ts'
import { DEFAULT_RETENTION, trimDeliveries } from '../store/cluster/callbacks/retention.ts'
import { settleSiblings } from '../store/cluster/callbacks/siblings.ts'
import { releaseDeadWorkers, unregisterWorker } from '../store/cluster/callbacks/workers.ts'
import { originOf } from '../store/project/callbacks/announce.ts'
import { holdIfOff } from '../store/project/callbacks/endpoint.ts'
import { type SendingSettings, sendingSettings } from '../store/project/callbacks/settings.ts'
import { SealError } from '../store/secrets.ts'
import { DEFAULT_BREAKER } from './breaker.ts'
import type { CallbackMetrics, CallbackOptions } from './options.ts'
import { attemptFacts, outcomeOf } from './outcome.ts'
import { DEFAULT_FAIRNESS, Receivers } from './receivers.ts'
import { Results } from './results.ts'
import { retryDelayMs } from './schedule.ts'
import { destination, NOT_ALLOWED, sendDelivery } from './send.ts'
import { SettingsCache } from './settingsCache.ts'

export interface Callbacks {
  /** A hint that something may be due; cheap, may be called at any rate. */
  wake(): void
  /** For metrics: requests under way, and receivers whose breaker is not closed. */
  stats(): { inFlight: number; openBreakers: number }
  /** Claims nothing new, lets running requests end (or aborts them after the grace time), and releases the rest. */
  stop(): Promise<void>
}

const SETTINGS_AGE_MS = 1000
/** Above this number nothing is claimed: after an outage a hundred thousand receivers may be due together. */
const MOST_IN_FLIGHT = 4096
const DAY_MS = 86_400_000
// A lease covers the request and the time to note its outcome.
const LEASE_MARGIN_MS = 15_000
const START_MARGIN_MS = 5000
const AGAIN_SOON_MS = 1000
const UNREADABLE_MS = 60_000
const LOOK_FOR_DEAD_MS = 5000
const TRIM_EVERY_MS = 3_600_000

/** Starts delivering callbacks: claims due ones, signs, sends, and records the outcome, until stopped. */
export function startCallbacks(options: CallbackOptions): Callbacks {
  const worker = new CallbackWorker(options)
  options.signal?.addEventListener('abort', () => void worker.stop(), { once: true })
  if (options.signal?.aborted) void worker.stop()
  return worker
}

class CallbackWorker implements Callbacks {
  readonly #options: CallbackOptions
  readonly #metrics: CallbackMetrics
  readonly #workerId = randomUUID()
  readonly #receivers: Receivers
  readonly #results: Results
  readonly #cache: SettingsCache<SendingSettings | null>
  readonly #presence: Presence
  readonly #sending = new AbortController()
  readonly #finished: Promise<void>
  /** Receivers that got all the places they had: they may have more due, which a free place should fetch. */
  readonly #waitingReceivers = new Set<string>()
  /** null: not asked yet. */
  #stopping = false
  #claimWanted = true
  #isFull = false
  #startAfter = NO_RECEIVER
  #awake: (() => void) | null = null
  #timer: NodeJS.Timeout | null = null
  #nextMaintenanceMs = 0
  #nextTrimMs = performance.now() + 60_000

  constructor(options: CallbackOptions) {
    const { pool, masterKey, settings, log } = options
    this.#options = options
    this.#metrics = options.metrics ?? {}
    this.#receivers = new Receivers(
      { ...DEFAULT_FAIRNESS, ...settings.fairness },
      { ...DEFAULT_BREAKER, ...settings.breaker },
    )
    const giveUpAfterMs = settings.giveUpAfterMs ?? 5 * DAY_MS
    this.#results = new Results({ pool, log, metrics: this.#metrics, giveUpAfterMs })
    this.#cache = new SettingsCache((projectId) => sendingSettings(pool, masterKey, projectId), SETTINGS_AGE_MS)
    this.#presence = new Presence({
      connectionString: options.connectionString,
      workerId: this.#workerId,
      log,
      onHint: () => this.wake(),
    })
    this.#finished = this.#run()
  }

  wake(): void {
    this.#claimWanted = true
    this.#awake?.()
  }

  stats(): { inFlight: number; openBreakers: number } {
    return { inFlight: this.#receivers.inFlight(), openBreakers: this.#receivers.openBreakers(performance.now()) }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#awake?.()
    await this.#finished
  }

  async #run(): Promise<void> {
    await this.#presence.open()
    while (!this.#stopping) {
      try {
        await this.#turn()
      } catch (error) {
        this.#options.log.warn({ err: error }, 'callbacks: the database did not answer; going on in a moment')
        await this.#sleep(AGAIN_SOON_MS)
        this.#claimWanted = true
      }
    }
    await this.#shutDown()
  }

  async #turn(): Promise<void> {
    await this.#maintain()
    await this.#results.flush(performance.now())
    if (this.#claimWanted) {
      this.#claimWanted = false
      await this.#claim()
    }
    if (!this.#claimWanted && this.#results.isEmpty() && !this.#stopping) {
      const timedOut = await this.#sleep(this.#options.settings.pollMs ?? 1000)
      if (timedOut) this.#claimWanted = true
    }
  }

  async #claim(): Promise<void> {
    const { pool, settings, claimRows } = this.#options
    const limit = MOST_IN_FLIGHT - this.#receivers.inFlight()
    // A request that ends makes room and asks again.
    if (limit < 1 || (this.#isFull && limit < MOST_IN_FLIGHT / 4)) return
    const now = performance.now()
    this.#receivers.prune(now)
    const slots = this.#receivers.slots(now)
    const defaultSlots = this.#receivers.defaultSlots()
    const claim = {
      leaseToken: randomUUID(),
      workerId: this.#workerId,
      leaseMs: settings.timeoutMs + LEASE_MARGIN_MS,
      slots,
      defaultSlots,
      limit,
      startAfter: this.#startAfter,
    }
    const claimed = await claimDeliveries(pool, claim, claimRows)
    this.#chooseStart(claimed, limit)
    const claimedAt = performance.now()
    this.#waitingReceivers.clear()
    for (const [receiver, places] of slots) if (places === 0) this.#waitingReceivers.add(receiver)
    for (const [receiver, got] of Map.groupBy(claimed, (one) => one.receiver)) {
      if (got.length >= (slots.get(receiver) ?? defaultSlots)) this.#waitingReceivers.add(receiver)
    }
    for (const delivery of await this.#settle(claimed)) {
      this.#receivers.begin(delivery.receiver, originOf(delivery.url) ?? '')
      void this.#deliver(delivery, claimedAt)
    }
  }

  /** If a claim could not take everything, the next one begins after its last receiver; at the end, from the first. */
  #chooseStart(claimed: readonly DueDelivery[], limit: number): void {
    this.#isFull = claimed.length >= limit
    const hasSkipped = !this.#isFull && this.#startAfter !== NO_RECEIVER
    this.#startAfter = this.#isFull
      ? (claimed
          .map(({ receiver }) => receiver)
          .sort()
          .at(-1) ?? NO_RECEIVER)
      : NO_RECEIVER
    if (hasSkipped) this.#claimWanted = true
  }

  async #settle(claimed: DueDelivery[]): Promise<DueDelivery[]> {
    try {
      return await settleSiblings(this.#options.pool, claimed)
    } catch (error) {
      for (const delivery of claimed) this.#untried(delivery, 0)
      throw error
    }
  }

  /** One attempt from claim to outcome; never throws. */
  async #deliver(delivery: DueDelivery, claimedAt: number): Promise<void> {
    let succeeded: boolean | null = null
    try {
      succeeded = await this.#attempt(delivery, claimedAt)
    } catch (error) {
      this.#options.log.warn({ err: error, webhookId: delivery.webhookId }, 'callbacks: an attempt could not be made')
      // No retry helps against another master key; it does against a database that is unavailable.
      this.#results.addUntried(delivery, error instanceof SealError ? UNREADABLE_MS : AGAIN_SOON_MS)
    }
    if (this.#receivers.end(delivery.receiver, succeeded, performance.now())) {
      const { projectId, url } = delivery
      this.#options.log.warn({ projectId, origin: originOf(url) }, 'callbacks: breaker opened, messages wait')
      this.#metrics.breakerOpened?.()
    }
    if (this.#isFull || this.#waitingReceivers.has(delivery.receiver)) this.#claimWanted = true
    this.#awake?.()
  }

  /** Returns whether the receiver accepted it; null if nothing was sent. */
  async #attempt(delivery: DueDelivery, claimedAt: number): Promise<boolean | null> {
    const { egress, settings } = this.#options
    const project = await this.#cache.get(delivery.projectId, performance.now())
    if (!project?.enabled) return this.#hold(delivery)
    const firstWaitMs = settings.scheduleMs[0] ?? 0
    if (delivery.attempts === 0 && delivery.ageMs < firstWaitMs) {
      return this.#untried(delivery, Math.ceil(firstWaitMs - delivery.ageMs))
    }
    // If this starts late, the lease might end and another worker send the same while this request still runs.
    const leaseLeftMs = LEASE_MARGIN_MS - (performance.now() - claimedAt)
    if (leaseLeftMs < START_MARGIN_MS || this.#stopping) return this.#untried(delivery, 0)
    const url = destination(delivery, project)
    if (url === null && !delivery.ownUrl) return this.#untried(delivery, AGAIN_SOON_MS)
    const at = new Date()
    const result =
      url === null
        ? NOT_ALLOWED
        : await sendDelivery(egress, {
            delivery,
            url,
            settings: project,
            timeoutMs: settings.timeoutMs,
            signal: this.#sending.signal,
          })
    return this.#note({ delivery, url: url ?? delivery.url, result, at })
  }

  #note(made: { delivery: DueDelivery; url: string; result: SignedPostResult; at: Date }): boolean | null {
    const { delivery, url, result, at } = made
    const outcome = outcomeOf(result)
    if (outcome === 'stopped') return this.#untried(delivery, 0)
    this.#metrics.attempt?.(outcome, result.durationMs)
    const attempted = { delivery, url, attempt: attemptFacts(result, at) }
    if (outcome === 'delivered') {
      this.#results.addDelivered(attempted)
      this.#metrics.delivered?.(delivery.ageMs + result.durationMs)
      return true
    }
    if (outcome === 'gone') {
      this.#results.addGone(attempted)
      this.#cache.forget(delivery.projectId)
      return false
    }
    const { scheduleMs, pollMs = 1000 } = this.#options.settings
    const retryInMs = retryDelayMs(scheduleMs, delivery.attempts + 1, result.retryAfterMs, Math.random())
    this.#results.addFailed(attempted, retryInMs)
    if (retryInMs !== null && retryInMs < pollMs) setTimeout(() => this.wake(), retryInMs + 5).unref()
    return false
  }

  #untried(delivery: DueDelivery, delayMs: number): null {
    this.#results.addUntried(delivery, delayMs)
    return null
  }

  async #hold(delivery: DueDelivery): Promise<null> {
    this.#cache.forget(delivery.projectId)
    if (!(await holdIfOff(this.#options.pool, delivery.projectId))) this.#untried(delivery, 0)
    return null
  }

  async #maintain(): Promise<void> {
    const { pool, log, settings } = this.#options
    const now = performance.now()
    if (now < this.#nextMaintenanceMs) return
    this.#nextMaintenanceMs = now + LOOK_FOR_DEAD_MS
    const released = await releaseDeadWorkers(pool, this.#workerId)
    if (released > 0) log.warn({ deliveries: released }, 'callbacks: took over from a worker that ended')
    if (now < this.#nextTrimMs) return
    this.#nextTrimMs = now + TRIM_EVERY_MS
    await trimDeliveries(pool, settings.retention ?? DEFAULT_RETENTION)
  }

  async #shutDown(): Promise<void> {
    const { pool, log, settings } = this.#options
    const graceEnds = performance.now() + (settings.graceMs ?? 5000)
    while (this.#receivers.inFlight() > 0) {
      const leftMs = graceEnds - performance.now()
      if (leftMs <= 0) this.#sending.abort()
      await this.#sleep(leftMs <= 0 ? 20 : Math.min(leftMs, 100))
    }
    try {
      await this.#results.flush(performance.now())
      await unregisterWorker(pool, this.#workerId)
    } catch (error) {
      log.warn({ err: error }, 'callbacks: ended without a database; what was under way is sent again by another')
    }
    await this.#presence.close()
  }

  /** Waits for a call of `#awake`; returns true when the time was up first. */
  #sleep(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (timedOut: boolean) => {
        if (this.#timer) clearTimeout(this.#timer)
        this.#timer = null
        this.#awake = null
        resolve(timedOut)
      }
      this.#timer = setTimeout(() => end(true), ms)
      this.#awake = () => end(false)
    })
  }
}
