/**
 * Bytes of large inputs that threads may work on at once, shared by all pools of a process. What is made of an input on
 * the way is a multiple of it, so two of the largest at once could take more memory than a container has: the second one
 * waits. One that is larger than all the room works alone.
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
