/** Interval of heartbeats while a person works: each renews the lease and counts the time. */
const INTERVAL_MS = 30_000

/** Says when a heartbeat is due: at most every 30 s, and only when there was a key, the pointer or the wheel since. */
export class Pulse {
  #lastBeatMs: number
  #hasInput = false

  /** The first heartbeat of a visit is at `nowMs`. Times are milliseconds of one monotonic clock. */
  constructor(nowMs: number) {
    this.#lastBeatMs = nowMs
  }

  input(): void {
    this.#hasInput = true
  }

  /** True: beat now. */
  takeBeat(nowMs: number): boolean {
    if (!this.#hasInput || nowMs - this.#lastBeatMs < INTERVAL_MS) return false
    this.#hasInput = false
    this.#lastBeatMs = nowMs
    return true
  }

  /** At the end: whether there was input that no heartbeat has counted. */
  takeLast(): boolean {
    const had = this.#hasInput
    this.#hasInput = false
    return had
  }
}
