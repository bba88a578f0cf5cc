/** The first position that a flush took from a batch, and the one after its last. */
export interface TakenPositions {
  batchId: string
  first: number
  next: number
}

const REMEMBERED_MS = 5000

/** Notices that another process writes to the batches of this one: it took positions between two flushes. */
export class OtherWriters {
  #next = new Map<string, number>()
  #seenMs = Number.NEGATIVE_INFINITY

  get areThere(): boolean {
    return performance.now() - this.#seenMs < REMEMBERED_MS
  }

  note(taken: readonly TakenPositions[]): void {
    const isShared = taken.some(({ batchId, first }) => (this.#next.get(batchId) ?? first) !== first)
    if (isShared) this.#seenMs = performance.now()
    this.#next = new Map(taken.map(({ batchId, next }) => [batchId, next]))
  }
}
