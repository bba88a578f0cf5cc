import { Gate } from './gate.ts'

interface Named {
  gate: Gate
  /** Callers who wait or work. */
  users: number
}

/** Whose turn it is at something that is used by one caller at a time. */
export interface Turn {
  /** What is used. */
  name: string
  /** Who wants to use it: lanes take turns, so that one with many callers delays another by one of them. */
  lane: string
  signal: AbortSignal
}

/** Does the work of one name piece by piece, fairly between lanes. */
export class FairTurns {
  readonly #named = new Map<string, Named>()

  /** @throws the signal's reason where it ends before the turn has come */
  run<T>({ name, lane, signal }: Turn, work: () => Promise<T>): Promise<T> {
    const named = this.#named.get(name) ?? { gate: new Gate(1), users: 0 }
    this.#named.set(name, named)
    named.users++
    let hasBegun = false
    const running = named.gate.run(lane, () => {
      signal.throwIfAborted()
      hasBegun = true
      return work()
    })
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (!hasBegun) reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      running.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', leave)
        if (--named.users === 0) this.#named.delete(name)
      })
    })
  }
}
