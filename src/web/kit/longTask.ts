/** Work over many frames that a person can stop; one at a time, a newer one stops the one before. */
export class LongTask {
  #running: AbortController | null = null
  readonly #onChange: () => void

  /** @param onChange it began, or ended */
  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  start(): AbortSignal {
    this.stop()
    this.#running = new AbortController()
    this.#onChange()
    return this.#running.signal
  }

  /** Stops the task; what it has done so far stays. false: nothing was running. */
  stop(): boolean {
    const wasRunning = this.#running !== null
    this.#running?.abort()
    this.#running = null
    if (wasRunning) this.#onChange()
    return wasRunning
  }

  end(signal: AbortSignal): void {
    if (this.#running?.signal !== signal) return
    this.#running = null
    this.#onChange()
  }
}
