import { ApiError } from '../http/apiError.ts'

/** The origin of a try. */
export interface Trying {
  /** They have a session, a link, or a device that signed in before. */
  isKnown: boolean
  /** The person, or the device: each has PLACES_EACH. null: no one who could be distinguished from others. */
  who: string | null
}

interface Waiting extends Trying {
  begin(): void
  refuse(error: ApiError): void
}

interface Limits {
  running: number
  waiting: number
}

/** Places, running or waiting, of one person or device: who presses twice waits for the first answer. */
const PLACES_EACH = 2

const LIMITS: Limits = { running: 2, waiting: 16 }

const busy = () =>
  new ApiError('api_error', 'too many people are signing in at this moment; try again in a few seconds', {
    status: 503,
    headers: { 'retry-after': '2' },
  })

/**
 * Limits parallel password hashes. A hash takes a core, 19 MiB and one of the threads that read files; without a limit
 * a few hundred anonymous tries would delay everything else for minutes.
 */
export class PasswordQueue {
  readonly #limits: Limits
  readonly #waiting: Waiting[] = []
  /** The number of places that each has. */
  readonly #present = new Map<string, number>()
  #running = 0

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits
  }

  /**
   * Runs `work` in its turn. Known people come before strangers and replace the last one if all places are taken.
   * @throws ApiError 503, before `work` began, if too many wait already, or too many of the same person or device
   */
  async inTurn<T>(trying: Trying, work: () => Promise<T>): Promise<T> {
    const { who } = trying
    const places = who === null ? 0 : (this.#present.get(who) ?? 0)
    if (places >= PLACES_EACH) throw busy()
    if (who !== null) this.#present.set(who, places + 1)
    try {
      await this.#turn(trying)
      try {
        return await work()
      } finally {
        const next = this.#waiting.shift()
        if (next) next.begin()
        else this.#running--
      }
    } finally {
      if (who !== null) this.#leave(who)
    }
  }

  #leave(who: string): void {
    const left = (this.#present.get(who) ?? 1) - 1
    if (left === 0) this.#present.delete(who)
    else this.#present.set(who, left)
  }

  async #turn({ isKnown, who }: Trying): Promise<void> {
    if (this.#running < this.#limits.running) {
      this.#running++
      return
    }
    if (this.#waiting.length >= this.#limits.waiting) {
      const last = this.#waiting.at(-1)
      if (!isKnown || !last || last.isKnown) throw busy()
      this.#waiting.pop()
      last.refuse(busy())
    }
    await new Promise<void>((begin, refuse) => {
      const place = isKnown ? this.#waiting.findIndex((other) => !other.isKnown) : -1
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, { isKnown, who, begin, refuse })
    })
  }
}
