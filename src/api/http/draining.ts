import { setTimeout as sleep } from 'node:timers/promises'

/** How long a service without a load balancer waits for a health check before stopping. */
const QUIET_MS = 1500

/**
 * Announces the stop for a while: readyz is 503 and every answer closes its connection, but calls are still accepted,
 * so that a load balancer has time to redirect them. If no load balancer ever checked and no call comes after the
 * signal, it does not wait.
 */
export class Draining {
  readonly #quietMs: number
  #isStarted = false
  #timesReady = 0
  #calls = 0

  constructor(quietMs = QUIET_MS) {
    this.#quietMs = quietMs
  }

  get started(): boolean {
    return this.#isStarted
  }

  /** A call came in. */
  noteCall(): void {
    this.#calls++
  }

  /** Someone was answered that the service is ready: one who asks again and again is a balancer. */
  noteReady(): void {
    this.#timesReady++
  }

  start(): void {
    this.#isStarted = true
  }

  /** Starts, and resolves when calls need not be taken any longer: after `drainMs` at most. */
  async wait(drainMs: number, signal: AbortSignal): Promise<void> {
    this.start()
    const before = this.#calls
    const quietMs = this.#timesReady > 1 ? drainMs : Math.min(this.#quietMs, drainMs)
    await sleep(quietMs, undefined, { signal }).catch(() => {})
    if (this.#calls > before) await sleep(drainMs - quietMs, undefined, { signal }).catch(() => {})
  }
}
