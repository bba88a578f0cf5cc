/** Runs at most `width` pieces of work at a time in each lane; what waits leaves the queue when its signal ends. */
export class Lanes {
  readonly #width: number
  readonly #lanes = new Map<string, { running: number; waiting: (() => void)[] }>()

  constructor(width: number) {
    this.#width = width
  }

  /** @throws the signal's reason while it waits */
  async run<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: [] }
    this.#lanes.set(name, lane)
    if (lane.running < this.#width) lane.running++
    else await turn(lane.waiting, signal)
    try {
      return await work()
    } finally {
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) this.#lanes.delete(name)
    }
  }
}

function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(signal.reason)
    }
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    waiting.push(begin)
  })
}
