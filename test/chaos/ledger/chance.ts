/** Numbers that look random and are the same from the same seed (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least)
  }

  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1))
  }

  of<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)]
  }
}
