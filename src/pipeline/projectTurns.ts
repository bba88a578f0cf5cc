/** A project that has not asked for this long is no longer waiting: another worker has its work, or there is none. */
const FORGET_MS = 5000

/** Whose turn it is where there are few places: each project has one at most, and who has waited longest comes first. */
export class ProjectTurns {
  readonly #running = new Set<string>()
  readonly #waiting = new Map<string, { sinceMs: number; askedMs: number }>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether the project may begin now; where not, it waits and asks again soon. */
  isTurnOf(projectId: string, isPlaceFree: boolean): boolean {
    const nowMs = this.#now()
    for (const [id, { askedMs }] of this.#waiting) if (nowMs - askedMs > FORGET_MS) this.#waiting.delete(id)
    const sinceMs = this.#waiting.get(projectId)?.sinceMs ?? nowMs
    const isFirst = [...this.#waiting].every(
      ([id, other]) => id === projectId || this.#running.has(id) || other.sinceMs >= sinceMs,
    )
    if (isPlaceFree && isFirst && !this.#running.has(projectId)) return true
    this.#waiting.set(projectId, { sinceMs, askedMs: nowMs })
    return false
  }

  begin(projectId: string): void {
    this.#running.add(projectId)
    this.#waiting.delete(projectId)
  }

  /** Puts the project's next piece of work behind everyone who waits now. */
  end(projectId: string): void {
    this.#running.delete(projectId)
    this.#waiting.delete(projectId)
  }
}
