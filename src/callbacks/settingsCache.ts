/** Keeps what `load` gives for a moment, so that a burst of deliveries reads a project's settings once. */
export class SettingsCache<T> {
  readonly #load: (key: string) => Promise<T>
  readonly #maxAgeMs: number
  readonly #entries = new Map<string, { atMs: number; value: Promise<T> }>()

  constructor(load: (key: string) => Promise<T>, maxAgeMs: number) {
    this.#load = load
    this.#maxAgeMs = maxAgeMs
  }

  get(key: string, nowMs: number): Promise<T> {
    const known = this.#entries.get(key)
    if (known && nowMs - known.atMs < this.#maxAgeMs) return known.value
    for (const [other, entry] of this.#entries) {
      // Secrets of projects that went quiet do not stay in memory.
      if (nowMs - entry.atMs >= this.#maxAgeMs) this.#entries.delete(other)
    }
    const value = this.#load(key)
    this.#entries.set(key, { atMs: nowMs, value })
    value.catch(() => this.#entries.delete(key))
    return value
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }
}
