import { setTimeout as sleep } from 'node:timers/promises'

/** How long a service that no balancer watches waits for a sign of life before it stops. */
const QUIET_MS = 1500

/**
 * Before the service stops it says so for a while: readyz is 503 and every answer closes its connection, but calls are
 * taken as ever, so that a balancer has time to send them elsewhere. Where no balancer ever asked and no call comes
 * after the signal, there is nothing to wait for.
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
