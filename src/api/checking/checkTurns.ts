import { Lanes } from '../../egress/lanes.ts'

/** The limits of one project: checks at once, and checks that wait for their turn. */
const AT_ONCE = 2
const MOST_WAITING = 16

/** Later checks replaced one that waited. */
export class GaveWay extends Error {}

/**
 * Turns at checking versions of jobs, by project. A person who saves often, or requests one version after another,
 * starts more checks than can be done: when more than a few wait, the first gives way, because the newest is requested
 * next.
 */
export class CheckTurns {
  readonly #limitMs: number
  readonly #mostWaiting: number
  readonly #lanes = new Lanes(AT_ONCE)
  /** Functions that end the waiting checks, by project, the oldest first. */
  readonly #waiting = new Map<string, Set<AbortController>>()

  /** @param limitMs of one check, including the wait */
  constructor(limitMs: number, mostWaiting = MOST_WAITING) {
    this.#limitMs = limitMs
    this.#mostWaiting = mostWaiting
  }

  /** @throws GaveWay, or a TimeoutError */
  async run(projectId: string, look: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(this.#limitMs)])
    const waiting = this.#waiting.get(projectId) ?? new Set()
    this.#waiting.set(projectId, waiting.add(ending))
    const looking = this.#lanes.run(projectId, signal, () => {
      this.#leave(projectId, ending)
      return look(signal)
    })
    const [oldest] = waiting
    if (waiting.size > this.#mostWaiting) {
      waiting.delete(oldest)
      oldest.abort(new GaveWay('newer versions are looked at first'))
    }
    await looking.finally(() => this.#leave(projectId, ending))
  }

  #leave(projectId: string, ending: AbortController): void {
    const waiting = this.#waiting.get(projectId)
    waiting?.delete(ending)
    if (waiting?.size === 0) this.#waiting.delete(projectId)
  }
}
