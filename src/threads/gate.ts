import { LaneQueue } from './laneQueue.ts'

/** Lets a limited number of jobs run at the same time; the others wait without holding anything. Lanes take turns. */
export class Gate {
  readonly #most: number
  readonly #waiting = new LaneQueue<() => void>()
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((go) => this.#waiting.push(lane, go))
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
