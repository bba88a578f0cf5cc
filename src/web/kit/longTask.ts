/** Work over many frames that a person can stop; one at a time, a newer one stops the one before. */
export class LongTask {
  #running: AbortController | null = null

  start(): AbortSignal {
    this.stop()
    this.#running = new AbortController()
    return this.#running.signal
  }

  /** What is done by now stays. false: nothing was running. */
  stop(): boolean {
    const wasRunning = this.#running !== null
    this.#running?.abort()
    this.#running = null
    return wasRunning
  }

  end(signal: AbortSignal): void {
    if (this.#running?.signal === signal) this.#running = null
  }
}
