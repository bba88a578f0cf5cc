/** After this long without a sign of life the time does not count as work. */
export const IDLE_MS = 5 * 60_000

/**
 * Adds up the time somebody works. A pause counts when it is shorter than IDLE_MS, a longer one not at all. Times are
 * given in milliseconds of one clock that never goes back.
 */
export class ActiveTime {
  #lastSignMs: number
  #unsentMs = 0

  constructor(nowMs: number) {
    this.#lastSignMs = nowMs
  }

  /** A key, the pointer, the wheel. */
  sign(nowMs: number): void {
    const pauseMs = nowMs - this.#lastSignMs
    if (pauseMs > 0 && pauseMs < IDLE_MS) this.#unsentMs += pauseMs
    this.#lastSignMs = Math.max(this.#lastSignMs, nowMs)
  }

  isIdle(nowMs: number): boolean {
    return nowMs - this.#lastSignMs >= IDLE_MS
  }

  /** Whole seconds not yet told; what is taken is not told again, the rest of a second stays. */
  takeSeconds(): number {
    const seconds = Math.floor(this.#unsentMs / 1000)
    this.#unsentMs -= seconds * 1000
    return seconds
  }

  /** Puts back seconds that could not be told. */
  giveBack(seconds: number): void {
    this.#unsentMs += seconds * 1000
  }
}
