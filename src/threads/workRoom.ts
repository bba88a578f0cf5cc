/**
 * Limits the bytes of large inputs that threads process at the same time, shared by all pools of a process.
 * Intermediate values are a multiple of an input, so two of the largest together could exceed the memory of a
 * container: the second one waits. An input larger than the whole limit runs alone.
 */
export class WorkRoom {
  readonly #mostBytes: number
  readonly #wakes: (() => void)[] = []
  #heldBytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  hasRoomFor(bytes: number): boolean {
    return this.#heldBytes === 0 || this.#heldBytes + bytes <= this.#mostBytes
  }

  /** Held until it is given back. */
  take(bytes: number): void {
    this.#heldBytes += bytes
  }

  give(bytes: number): void {
    this.#heldBytes -= bytes
    for (const wake of this.#wakes) wake()
  }

  /** Calls `wake` whenever room is given back. */
  onRoom(wake: () => void): void {
    this.#wakes.push(wake)
  }
}
