import { Breaker, type BreakerSettings } from './breaker.ts'

export interface FairnessSettings {
  /** Requests in progress to all receivers; each receiver may always have one beyond that. */
  maxInFlight: number
  /** A receiver's share starts here, grows by one with each success, and is halved by each failure. */
  startWindow: number
  maxWindow: number
  /**
   * The limit for all projects with the same origin; it stays below the connections to the origin, so that requests
   * never queue there.
   */
  maxPerOrigin: number
}

export const DEFAULT_FAIRNESS: FairnessSettings = { maxInFlight: 256, startWindow: 8, maxWindow: 64, maxPerOrigin: 96 }

interface ReceiverState {
  origin: string
  inFlight: number
  window: number
  breaker: Breaker
}

/**
 * What this process knows of receivers (a project at an origin), and how many requests each may have under way. A
 * receiver that hangs holds a handful of places and fewer with each failure, so the others keep theirs.
 */
export class Receivers {
  readonly #fairness: FairnessSettings
  readonly #breaker: BreakerSettings
  readonly #states = new Map<string, ReceiverState>()

  constructor(fairness: FairnessSettings, breaker: BreakerSettings) {
    this.#fairness = fairness
    this.#breaker = breaker
  }

  /** Free places of receivers seen before, by id. */
  slots(nowMs: number): Map<string, number> {
    const share = this.#share()
    const perOrigin = new Map<string, number>()
    for (const { origin, inFlight } of this.#states.values()) {
      perOrigin.set(origin, (perOrigin.get(origin) ?? 0) + inFlight)
    }
    const slots = new Map<string, number>()
    for (const [id, state] of this.#states) {
      const limit = this.#limit(state, share, nowMs)
      const free = Math.max(0, limit - state.inFlight)
      const freeAtOrigin = Math.max(0, this.#fairness.maxPerOrigin - (perOrigin.get(state.origin) ?? 0))
      // A project without any request gets one slot beyond the origin's limit, so that the messages of one project
      // never starve another.
      slots.set(id, Math.min(free, Math.max(freeAtOrigin, state.inFlight === 0 ? 1 : 0)))
    }
    return slots
  }

  /** Places for a receiver not seen before. */
  defaultSlots(): number {
    return Math.min(this.#fairness.startWindow, this.#share())
  }

  begin(id: string, origin: string): void {
    const state = this.#states.get(id) ?? {
      origin,
      inFlight: 0,
      window: this.#fairness.startWindow,
      breaker: new Breaker(this.#breaker),
    }
    state.inFlight++
    this.#states.set(id, state)
  }

  /** Ends what `begin` began; null: no information. Returns true if this opened the breaker. */
  end(id: string, succeeded: boolean | null, nowMs: number): boolean {
    const state = this.#states.get(id)
    if (!state) return false
    state.inFlight--
    if (succeeded === null) return false
    state.window = succeeded
      ? Math.min(state.window + 1, this.#fairness.maxWindow)
      : Math.max(1, Math.floor(state.window / 2))
    return state.breaker.record(succeeded, nowMs)
  }

  inFlight(): number {
    return [...this.#states.values()].reduce((sum, state) => sum + state.inFlight, 0)
  }

  openBreakers(nowMs: number): number {
    return [...this.#states.values()].reduce((sum, state) => sum + (state.breaker.state(nowMs) === 'closed' ? 0 : 1), 0)
  }

  /** Removes receivers without running requests or failures. */
  prune(nowMs: number): void {
    for (const [id, state] of this.#states) {
      if (state.inFlight === 0 && state.breaker.isIdle(nowMs)) this.#states.delete(id)
    }
  }

  #limit(state: ReceiverState, share: number, nowMs: number): number {
    const breaker = state.breaker.state(nowMs)
    if (breaker === 'open') return 0
    if (breaker === 'half_open') return 1
    return Math.min(state.window, share)
  }

  #share(): number {
    const active = [...this.#states.values()].reduce((sum, state) => sum + (state.inFlight > 0 ? 1 : 0), 0)
    return Math.max(1, Math.floor(this.#fairness.maxInFlight / (active + 1)))
  }
}
