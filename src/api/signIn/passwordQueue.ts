import { ApiError } from '../http/apiError.ts'

interface Waiting {
  isKnown: boolean
  begin(): void
  refuse(error: ApiError): void
}

interface Limits {
  running: number
  waiting: number
}

const LIMITS: Limits = { running: 2, waiting: 16 }

const busy = () =>
  new ApiError('api_error', 'too many people are signing in at this moment; try again in a few seconds', {
    status: 503,
    headers: { 'retry-after': '2' },
  })

/**
 * Lets few passwords be hashed at a time. A hash takes a core, 19 MiB and one of the threads that read files; without a
 * limit a few hundred anonymous tries would hold up everything else for minutes.
 */
export class PasswordQueue {
  readonly #limits: Limits
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor(limits: Limits = LIMITS) {
    this.#limits = limits
  }

  /**
   * Runs `work` when its turn comes. People who are known (a session, a link, a device that signed in before) come
   * before strangers and take the place of the last one where all places are taken.
   * @throws ApiError 503, before `work` began, when too many wait already
   */
  async inTurn<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
    await this.#turn(isKnown)
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.begin()
      else this.#running--
    }
  }

  async #turn(isKnown: boolean): Promise<void> {
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
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, { isKnown, begin, refuse })
    })
  }
}
