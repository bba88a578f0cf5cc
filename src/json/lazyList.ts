/** A list whose entries are made as they are written: JSON as of an array, but it need never be whole in memory. */
export class LazyList<T> implements Iterable<T> {
  readonly #entries: () => Iterable<T>

  /** @param entries is called once for each time the list is walked */
  constructor(entries: () => Iterable<T>) {
    this.#entries = entries
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#entries()[Symbol.iterator]()
  }

  /** A list that hands each entry to `look` as it passes. */
  watched(look: (entry: T) => void): LazyList<T> {
    const entries = this.#entries
    return new LazyList(function* () {
      for (const entry of entries()) {
        look(entry)
        yield entry
      }
    })
  }

  toJSON(): T[] {
    return [...this.#entries()]
  }
}
