/** Time as an argument, so that an hour without network passes in a test at once. */
export interface Clock {
  nowMs(): number
  /** Runs `fn` once after `delayMs`; the answer cancels it. */
  after(delayMs: number, fn: () => void): () => void
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, fn) {
    const timer = setTimeout(fn, delayMs)
    return () => clearTimeout(timer)
  },
}
