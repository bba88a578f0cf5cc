/**
 * Work that was asked for and becomes a step of undo a moment later, once a worker has answered. What takes steps back
 * comes behind it, as a person means it.
 */
export class UnderWay {
  readonly #running = new Set<object>()
  #waiting: (() => void)[] = []

  /** The answer is called right before the step is done, or when there is none; again it does nothing. */
  begin(): () => void {
    const work = {}
    this.#running.add(work)
    return () => {
      if (!this.#running.delete(work) || this.#running.size > 0) return
      const waiting = this.#waiting
      this.#waiting = []
      queueMicrotask(() => {
        for (const act of waiting) act()
      })
    }
  }

  /** Does the act once nothing is under way; false: nothing is, and it is left to the caller. */
  delays(act: () => void): boolean {
    if (this.#running.size > 0) this.#waiting.push(act)
    return this.#running.size > 0
  }
}
