import { HIGHEST_COST } from './edgeCosts.ts'

/** A cell of the window. */
export interface WireCell {
  x: number
  y: number
}

/** Steps to the eight cells around one; the length of each in fifths of a cell, as whole numbers. */
const STEPS = [
  { dx: 1, dy: 0, length: 5 },
  { dx: -1, dy: 0, length: 5 },
  { dx: 0, dy: 1, length: 5 },
  { dx: 0, dy: -1, length: 5 },
  { dx: 1, dy: 1, length: 7 },
  { dx: -1, dy: 1, length: 7 },
  { dx: 1, dy: -1, length: 7 },
  { dx: -1, dy: -1, length: 7 },
] as const
const LONGEST_STEP = 7
const UNREACHED = 0xffffffff

/**
 * The cheapest lines from one cell of a window to all others. It searches only as far as needed and remembers the rest
 * (Dijkstra, with a queue of buckets, since costs are small whole numbers).
 */
export class Livewire {
  readonly #costs: Uint8Array
  readonly #width: number
  readonly #height: number
  readonly #distances: Uint32Array
  /** Number of the step that led to a cell. */
  readonly #steps: Uint8Array
  readonly #isSettled: Uint8Array
  readonly #buckets: number[][] = Array.from({ length: HIGHEST_COST * LONGEST_STEP + 1 }, () => [])
  readonly #seed: number
  #waiting = 1
  #distance = 0

  /** @param costs of 1 to HIGHEST_COST, row by row */
  constructor(costs: Uint8Array, width: number, height: number, seed: WireCell) {
    this.#costs = costs
    this.#width = width
    this.#height = height
    this.#distances = new Uint32Array(costs.length).fill(UNREACHED)
    this.#steps = new Uint8Array(costs.length)
    this.#isSettled = new Uint8Array(costs.length)
    this.#seed = seed.y * width + seed.x
    this.#distances[this.#seed] = 0
    this.#buckets[0].push(this.#seed)
  }

  /** From the seed to this cell, both included. */
  lineTo({ x, y }: WireCell): WireCell[] {
    const target = y * this.#width + x
    this.#searchTo(target)
    const line = [{ x, y }]
    for (let at = target; at !== this.#seed; ) {
      const { dx, dy } = STEPS[this.#steps[at]]
      at -= dy * this.#width + dx
      line.push({ x: at % this.#width, y: Math.floor(at / this.#width) })
    }
    return line.reverse()
  }

  /** The cost of the line to this cell. */
  costTo({ x, y }: WireCell): number {
    const target = y * this.#width + x
    this.#searchTo(target)
    return this.#distances[target]
  }

  #searchTo(target: number): void {
    while (!this.#isSettled[target] && this.#waiting > 0) {
      const bucket = this.#buckets[this.#distance % this.#buckets.length]
      const at = bucket.pop()
      if (at === undefined) this.#distance++
      else {
        this.#waiting--
        // A cell waits again for each shorter line to it.
        if (!this.#isSettled[at]) this.#settle(at)
      }
    }
  }

  #settle(at: number): void {
    this.#isSettled[at] = 1
    const [x, y] = [at % this.#width, Math.floor(at / this.#width)]
    for (let step = 0; step < STEPS.length; step++) {
      const { dx, dy, length } = STEPS[step]
      if (x + dx < 0 || y + dy < 0 || x + dx >= this.#width || y + dy >= this.#height) continue
      const next = at + dy * this.#width + dx
      const distance = this.#distance + this.#costs[next] * length
      if (distance >= this.#distances[next]) continue
      this.#distances[next] = distance
      this.#steps[next] = step
      this.#buckets[distance % this.#buckets.length].push(next)
      this.#waiting++
    }
  }
}
