const MAX_CACHED_BYTES = 64 * 1024 * 1024

/** Unpacked chunks, the least recently used dropped first; frames read neighbouring ones again and again. */
export class UnpackedChunks {
  readonly #load: (chunk: number) => Promise<Uint8Array>
  readonly #chunks = new Map<number, Promise<Uint8Array>>()
  readonly #bytes = new Map<number, number>()
  #total = 0

  constructor(load: (chunk: number) => Promise<Uint8Array>) {
    this.#load = load
  }

  get(chunk: number): Promise<Uint8Array> {
    const found = this.#chunks.get(chunk)
    if (found) {
      this.#chunks.delete(chunk)
      this.#chunks.set(chunk, found)
      return found
    }
    const loading = this.#load(chunk).then(
      (unpacked) => {
        this.#bytes.set(chunk, unpacked.length)
        this.#total += unpacked.length
        this.#shrink(chunk)
        return unpacked
      },
      (error: unknown) => {
        this.#chunks.delete(chunk)
        throw error
      },
    )
    this.#chunks.set(chunk, loading)
    return loading
  }

  #shrink(kept: number): void {
    for (const chunk of this.#chunks.keys()) {
      if (this.#total <= MAX_CACHED_BYTES) return
      const bytes = this.#bytes.get(chunk)
      if (chunk === kept || bytes === undefined) continue
      this.#chunks.delete(chunk)
      this.#bytes.delete(chunk)
      this.#total -= bytes
    }
  }
}
