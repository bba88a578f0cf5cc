/**
 * First in, first out within a lane; lanes take turns. A lane of thousands of entries delays another lane by one entry
 * at a time.
 */
export class LaneQueue<T> {
  // A Map keeps insertion order: the first lane is the next to be served, a served lane goes to the end.
  readonly #lanes = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(lane: string, entry: T): void {
    const entries = this.#lanes.get(lane)
    if (entries) entries.push(entry)
    else this.#lanes.set(lane, [entry])
    this.#size += 1
  }

  /** Puts an entry back that had its turn for nothing: it is the next of its lane. */
  putBack(lane: string, entry: T): void {
    const entries = this.#lanes.get(lane)
    if (entries) entries.unshift(entry)
    else this.#lanes.set(lane, [entry])
    this.#size += 1
  }

  /** Whether one of the lanes that have their turn has an entry. */
  has(mayHaveTurn: (lane: string) => boolean): boolean {
    for (const lane of this.#lanes.keys()) if (mayHaveTurn(lane)) return true
    return false
  }

  shift(mayHaveTurn: (lane: string) => boolean = () => true): T | undefined {
    for (const [lane, entries] of this.#lanes) {
      if (!mayHaveTurn(lane)) continue
      const entry = entries.shift()
      this.#lanes.delete(lane)
      if (entries.length > 0) this.#lanes.set(lane, entries)
      this.#size -= 1
      return entry
    }
    return undefined
  }

  /** Takes an entry out of its turn; false when it is not waiting. */
  remove(lane: string, entry: T): boolean {
    const entries = this.#lanes.get(lane)
    const index = entries?.indexOf(entry) ?? -1
    if (!entries || index < 0) return false
    entries.splice(index, 1)
    if (entries.length === 0) this.#lanes.delete(lane)
    this.#size -= 1
    return true
  }
}
