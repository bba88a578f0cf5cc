/** Bodies up to this size are always read: limits on connections bound their number. */
const SMALL_BYTES = 64 * 1024

interface Lease {
  owner: string
  bytes: number
}

/** Room for one body, held from its reading until its request is answered. */
export interface BodyRoom {
  /** Reserves this many bytes in total; false if other bodies hold the budget. */
  growTo(bytes: number): boolean
  /** Safe to call twice. */
  release(): void
}

/**
 * Limits the memory of all bodies in progress, unpacked, and of large answers until they are read. It is shared fairly:
 * a second body of the same owner (a key) leaves half of the budget to others, so that one busy or hostile key cannot
 * shut out the others.
 */
export class BodyBudget {
  readonly totalBytes: number
  readonly #byOwner = new Map<string, number>()
  #usedBytes = 0

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  open(owner: string): BodyRoom {
    const lease: Lease = { owner, bytes: 0 }
    return {
      growTo: (bytes) => this.#grow(lease, bytes),
      release: () => {
        this.#add(lease, -lease.bytes)
      },
    }
  }

  #grow(lease: Lease, bytes: number): boolean {
    const more = bytes - lease.bytes
    if (more <= 0) return true
    if (bytes > SMALL_BYTES) {
      const others = (this.#byOwner.get(lease.owner) ?? 0) - lease.bytes
      if (this.#usedBytes + more > this.totalBytes) return false
      if (others > 0 && others + bytes > this.totalBytes / 2) return false
    }
    this.#add(lease, more)
    return true
  }

  #add(lease: Lease, bytes: number): void {
    lease.bytes += bytes
    this.#usedBytes += bytes
    const held = (this.#byOwner.get(lease.owner) ?? 0) + bytes
    if (held > 0) this.#byOwner.set(lease.owner, held)
    else this.#byOwner.delete(lease.owner)
  }
}
