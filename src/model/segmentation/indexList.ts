/** Indices that are found one by one. */
export class IndexList {
  length = 0
  #items = new Uint32Array(1024)

  push(index: number): void {
    if (this.length === this.#items.length) {
      const larger = new Uint32Array(2 * this.length)
      larger.set(this.#items)
      this.#items = larger
    }
    this.#items[this.length++] = index
  }

  /** All of them in ascending order; `end` is more than the largest. Indexes must be unique. */
  ascending(end: number): Uint32Array<ArrayBuffer> {
    const found = this.#items.subarray(0, this.length)
    // Few are sorted; for many, marking bits of all and reading them off is several times as fast.
    if (this.length < end / 64) return found.slice().sort()
    const bits = new Uint32Array(Math.ceil(end / 32))
    for (const index of found) bits[index >>> 5] |= 1 << (index & 31)
    const sorted = new Uint32Array(this.length)
    let at = 0
    for (let word = 0; word < bits.length; word++) {
      for (let left = bits[word]; left !== 0; left &= left - 1) sorted[at++] = word * 32 + 31 - Math.clz32(left & -left)
    }
    return sorted
  }
}
