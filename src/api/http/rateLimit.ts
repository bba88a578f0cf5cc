import { ApiError } from './apiError.ts'

interface Bucket {
  tokens: number
  atMs: number
}

/**
 * A token bucket for each key or person: `perSecond` refill, bursts of twice that. Kept in this process: with several api
 * processes a key may use that much on each.
 */
export class RateLimit {
  readonly #perSecond: number
  readonly #burst: number
  readonly #buckets = new Map<string, Bucket>()

  /** perSecond 0: no limit. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#burst = perSecond * 2
  }

  /** Takes one; answers the headers to send, or throws 429. */
  take(keyId: string, nowMs: number): Record<string, string> {
    if (this.#perSecond === 0) return {}
    const bucket = this.#bucket(keyId, nowMs)
    const missing = 1 - bucket.tokens
    if (missing <= 0) bucket.tokens -= 1
    const headers = {
      'ratelimit-limit': String(this.#burst),
      'ratelimit-remaining': String(Math.max(0, Math.floor(bucket.tokens))),
      'ratelimit-reset': String(Math.ceil((this.#burst - bucket.tokens) / this.#perSecond)),
    }
    if (missing <= 0) return headers
    throw new ApiError('rate_limited', `more than ${this.#perSecond} writes a second`, {
      headers: { ...headers, 'retry-after': String(Math.max(1, Math.ceil(missing / this.#perSecond))) },
    })
  }

  /** Takes more for an accepted call: a list counts by its rows, and a deficit has to flow in first. */
  charge(keyId: string, count: number, nowMs: number): void {
    if (this.#perSecond > 0 && count > 0) this.#bucket(keyId, nowMs).tokens -= count
  }

  #bucket(keyId: string, nowMs: number): Bucket {
    let bucket = this.#buckets.get(keyId)
    if (!bucket) {
      if (this.#buckets.size > 10_000) this.#forgetFull(nowMs)
      bucket = { tokens: this.#burst, atMs: nowMs }
      this.#buckets.set(keyId, bucket)
    }
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((nowMs - bucket.atMs) / 1000) * this.#perSecond)
    bucket.atMs = nowMs
    return bucket
  }

  /** Drops buckets that have had time to fill. */
  #forgetFull(nowMs: number): void {
    for (const [keyId, bucket] of this.#buckets)
      if (nowMs - bucket.atMs > 2000 && bucket.tokens >= 0) this.#buckets.delete(keyId)
  }
}
