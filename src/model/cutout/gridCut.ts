/** What a cell is, or that the cut has to decide it. */
export const BACKGROUND = 0
export const OBJECT = 1
export const OPEN = 2

export interface CutGrid {
  width: number
  height: number
  /** BACKGROUND, OBJECT or OPEN, row by row. */
  states: Uint8Array
  /** How much more it costs to call a cell ground than object; below 0: less. */
  bias: Int32Array
  /** What it costs to cut between a cell and its neighbours to the right, lower left, below and lower right. */
  links: Int32Array
}

/** Offsets of the links, in that order. */
export const LINK_STEPS = [
  { dx: 1, dy: 0 },
  { dx: -1, dy: 1 },
  { dx: 0, dy: 1 },
  { dx: 1, dy: 1 },
] as const

const DIRECTIONS = 8
/** A marker instead of the direction to a parent. */
const TERMINAL = 8
const ORPHAN = 9
const NONE = 10
const [FREE, SOURCE, SINK] = [0, 1, 2]
const FARTHEST = 0x7fffffff

/** OBJECT or BACKGROUND by cell, at the least cost (Boykov and Kolmogorov 2004, on a grid of eight neighbours). */
export function gridCut(grid: CutGrid): Uint8Array {
  const { tree } = new GridFlow(grid).solved()
  return Uint8Array.from(grid.states, (state, at) => (state === OPEN ? Number(tree[at] === SOURCE) : state))
}

/**
 * Directions 0 to 7 in pairs: the opposite of `d` is `d ^ 1`. The source represents the object, the sink the ground.
 */
class GridFlow {
  readonly tree: Uint8Array
  readonly #steps: readonly number[]
  readonly #residual: Int32Array
  /** The remaining capacity to the source (above 0) or to the sink (below). */
  readonly #terminal: Int32Array
  readonly #parent: Uint8Array
  readonly #distance: Int32Array
  readonly #stamp: Int32Array
  readonly #isActive: Uint8Array
  #active: number[] = []
  #orphans: number[] = []
  #time = 0

  constructor({ width, height, states, bias, links }: CutGrid) {
    const cells = width * height
    this.tree = new Uint8Array(cells)
    this.#steps = LINK_STEPS.flatMap(({ dx, dy }) => [dy * width + dx, -(dy * width + dx)])
    this.#residual = new Int32Array(DIRECTIONS * cells)
    this.#terminal = new Int32Array(cells)
    this.#parent = new Uint8Array(cells).fill(NONE)
    this.#distance = new Int32Array(cells)
    this.#stamp = new Int32Array(cells)
    this.#isActive = new Uint8Array(cells)
    for (let at = 0; at < cells; at++) {
      if (states[at] === OPEN) this.#terminal[at] += bias[at]
      const x = at % width
      for (let link = 0; link < LINK_STEPS.length; link++) {
        const { dx } = LINK_STEPS[link]
        const other = at + this.#steps[2 * link]
        if (x + dx >= 0 && x + dx < width && other < cells) this.#join(at, other, link, links[4 * at + link], states)
      }
    }
    for (let at = 0; at < cells; at++) if (states[at] === OPEN && this.#terminal[at] !== 0) this.#plant(at)
  }

  solved(): this {
    for (let head = 0; head < this.#active.length; head++) {
      const at = this.#active[head]
      this.#isActive[at] = 0
      if (this.tree[at] === FREE) continue
      for (let met = this.#grow(at); met >= 0; met = this.tree[at] === FREE ? -1 : this.#grow(at)) {
        this.#time++
        if (this.tree[at] === SOURCE) this.#augment(at, met)
        else this.#augment(at + this.#steps[met], met ^ 1)
        this.#adopt()
      }
      if (head > 1 << 16) {
        this.#active = this.#active.slice(head + 1)
        head = -1
      }
    }
    return this
  }

  /** A neighbour that is decided pulls by its terminal alone. */
  #join(at: number, other: number, link: number, weight: number, states: Uint8Array): void {
    const [one, two] = [states[at], states[other]]
    if (one === OPEN && two === OPEN) {
      this.#residual[DIRECTIONS * at + 2 * link] = weight
      this.#residual[DIRECTIONS * other + 2 * link + 1] = weight
    } else if (one === OPEN) this.#terminal[at] += two === OBJECT ? weight : -weight
    else if (two === OPEN) this.#terminal[other] += one === OBJECT ? weight : -weight
  }

  #plant(at: number): void {
    this.tree[at] = this.#terminal[at] > 0 ? SOURCE : SINK
    this.#parent[at] = TERMINAL
    this.#distance[at] = 1
    this.#activate(at)
  }

  #activate(at: number): void {
    if (this.#isActive[at]) return
    this.#isActive[at] = 1
    this.#active.push(at)
  }

  /** Adds free neighbours to the cell's tree. Returns the direction in which it met the other tree, or -1. */
  #grow(at: number): number {
    const mine = this.tree[at]
    for (let d = 0; d < DIRECTIONS; d++) {
      const other = at + this.#steps[d]
      const left = mine === SOURCE ? this.#residual[DIRECTIONS * at + d] : this.#residual[DIRECTIONS * other + (d ^ 1)]
      if (!(left > 0)) continue
      const theirs = this.tree[other]
      if (theirs === FREE) {
        this.tree[other] = mine
        this.#hang(other, d ^ 1, at)
        this.#activate(other)
      } else if (theirs !== mine) return d
      else if (this.#stamp[other] <= this.#stamp[at] && this.#distance[other] > this.#distance[at] + 1) {
        this.#hang(other, d ^ 1, at)
      }
    }
    return -1
  }

  #hang(at: number, toParent: number, parent: number): void {
    this.#parent[at] = toParent
    this.#stamp[at] = this.#stamp[parent]
    this.#distance[at] = this.#distance[parent] + 1
  }

  /** Sends what the way from the source over this step to the sink can take. */
  #augment(from: number, direction: number): void {
    const to = from + this.#steps[direction]
    const step = DIRECTIONS * from + direction
    const least = Math.min(this.#residual[step], this.#room(from, SOURCE), this.#room(to, SINK))
    this.#residual[step] -= least
    this.#residual[DIRECTIONS * to + (direction ^ 1)] += least
    this.#send(from, SOURCE, least)
    this.#send(to, SINK, least)
  }

  #room(start: number, tree: number): number {
    let least = FARTHEST
    let at = start
    for (let d = this.#parent[at]; d !== TERMINAL; d = this.#parent[at]) {
      least = Math.min(least, this.#residual[this.#arc(at, d, tree)])
      at += this.#steps[d]
    }
    return Math.min(least, Math.abs(this.#terminal[at]))
  }

  #send(start: number, tree: number, flow: number): void {
    let at = start
    for (let d = this.#parent[at]; d !== TERMINAL; d = this.#parent[at]) {
      const arc = this.#arc(at, d, tree)
      this.#residual[arc] -= flow
      this.#residual[this.#arc(at, d, SOURCE + SINK - tree)] += flow
      if (this.#residual[arc] === 0) this.#orphan(at)
      at += this.#steps[d]
    }
    this.#terminal[at] += tree === SOURCE ? -flow : flow
    if (this.#terminal[at] === 0) this.#orphan(at)
  }

  /** Flow comes from the parent in the source's tree, and goes to it in the sink's. */
  #arc(at: number, toParent: number, tree: number): number {
    return tree === SINK ? DIRECTIONS * at + toParent : DIRECTIONS * (at + this.#steps[toParent]) + (toParent ^ 1)
  }

  #orphan(at: number): void {
    this.#parent[at] = ORPHAN
    this.#orphans.push(at)
  }

  #adopt(): void {
    for (let i = 0; i < this.#orphans.length; i++) {
      const at = this.#orphans[i]
      const best = this.#nearestParent(at)
      if (best >= 0) {
        this.#parent[at] = best
        this.#stamp[at] = this.#time
        this.#distance[at] = this.#distance[at + this.#steps[best]] + 1
      } else this.#setFree(at)
    }
    this.#orphans = []
  }

  #nearestParent(at: number): number {
    const tree = this.tree[at]
    let best = -1
    let nearest = FARTHEST
    for (let d = 0; d < DIRECTIONS; d++) {
      const other = at + this.#steps[d]
      if (this.tree[other] !== tree || !(this.#residual[this.#arc(at, d, tree)] > 0)) continue
      const distance = this.#distanceOf(other)
      if (distance < nearest) [best, nearest] = [d, distance]
    }
    return best
  }

  /** To the terminal; FARTHEST where the way ends at an orphan. What is found is remembered for this augmentation. */
  #distanceOf(start: number): number {
    let steps = 0
    let at = start
    for (; this.#stamp[at] !== this.#time; at += this.#steps[this.#parent[at]]) {
      if (this.#parent[at] >= ORPHAN) return FARTHEST
      steps++
      if (this.#parent[at] !== TERMINAL) continue
      this.#stamp[at] = this.#time
      this.#distance[at] = 1
      steps--
      break
    }
    const total = steps + this.#distance[at]
    let left = total
    for (let each = start; this.#stamp[each] !== this.#time; each += this.#steps[this.#parent[each]]) {
      this.#stamp[each] = this.#time
      this.#distance[each] = left--
    }
    return total
  }

  #setFree(at: number): void {
    const tree = this.tree[at]
    for (let d = 0; d < DIRECTIONS; d++) {
      const other = at + this.#steps[d]
      if (this.tree[other] !== tree) continue
      if (this.#residual[this.#arc(at, d, tree)] > 0) this.#activate(other)
      if (this.#parent[other] === (d ^ 1)) this.#orphan(other)
    }
    this.tree[at] = FREE
    this.#parent[at] = NONE
  }
}
