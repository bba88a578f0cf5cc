export interface BreakerSettings {
  windowMs: number
  minRequests: number
  failureRatio: number
  /** How long it stays open before the first probe; doubles after each failed probe. */
  openMs: number
  maxOpenMs: number
}

export const DEFAULT_BREAKER: BreakerSettings = {
  windowMs: 300_000,
  minRequests: 10,
  failureRatio: 0.7,
  openMs: 2000,
  maxOpenMs: 60_000,
}

const BUCKETS = 10

interface Bucket {
  startMs: number
  requests: number
  failures: number
}

/**
 * Protects a failing receiver from too many calls. Closed: everything is sent. Open: nothing is sent, messages wait.
 * Half-open: one probe; its success closes the breaker, its failure opens it for longer. The caller passes all times.
 */
export class Breaker {
  readonly #settings: BreakerSettings
  #buckets: Bucket[] = []
  #openUntilMs: number | null = null
  #openMs: number

  constructor(settings: BreakerSettings) {
    this.#settings = settings
    this.#openMs = settings.openMs
  }

  state(nowMs: number): 'closed' | 'open' | 'half_open' {
    if (this.#openUntilMs === null) return 'closed'
    return nowMs < this.#openUntilMs ? 'open' : 'half_open'
  }

  /** Whether it has no state worth remembering. */
  isIdle(nowMs: number): boolean {
    this.#forget(nowMs)
    return this.#openUntilMs === null && this.#buckets.length === 0
  }

  /** Notes how a request ended. Returns true when this opened the breaker. */
  record(succeeded: boolean, nowMs: number): boolean {
    if (this.#openUntilMs !== null) {
      this.#recordWhileOpen(succeeded, this.#openUntilMs, nowMs)
      return false
    }
    const bucket = this.#currentBucket(nowMs)
    bucket.requests++
    if (!succeeded) bucket.failures++
    const requests = this.#buckets.reduce((sum, one) => sum + one.requests, 0)
    const failures = this.#buckets.reduce((sum, one) => sum + one.failures, 0)
    const { minRequests, failureRatio } = this.#settings
    if (requests < minRequests || failures < failureRatio * requests) return false
    this.#openUntilMs = nowMs + this.#openMs
    return true
  }

  #recordWhileOpen(succeeded: boolean, openUntilMs: number, nowMs: number): void {
    if (succeeded) {
      this.#openUntilMs = null
      this.#openMs = this.#settings.openMs
      this.#buckets = []
      return
    }
    // Requests sent before it opened still come back; only a probe makes the pause longer.
    if (nowMs < openUntilMs) return
    this.#openMs = Math.min(this.#openMs * 2, this.#settings.maxOpenMs)
    this.#openUntilMs = nowMs + this.#openMs
  }

  #currentBucket(nowMs: number): Bucket {
    this.#forget(nowMs)
    const newest = this.#buckets.at(-1)
    if (newest && nowMs - newest.startMs < this.#settings.windowMs / BUCKETS) return newest
    const bucket = { startMs: nowMs, requests: 0, failures: 0 }
    this.#buckets.push(bucket)
    return bucket
  }

  #forget(nowMs: number): void {
    this.#buckets = this.#buckets.filter((one) => nowMs - one.startMs < this.#settings.windowMs)
  }
}
