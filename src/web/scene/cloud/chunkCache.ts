/** The size of a cached value. */
export interface Sized {
  byteLength: number
}

export interface ChunkCacheParts<T extends Sized> {
  load(url: string, signal: AbortSignal): Promise<T>
  maxBytes: number
  /** The number of parallel loads. */
  maxLoads?: number
  onLoaded?(url: string, chunk: T): void
  onEvicted?(url: string, chunk: T): void
  onChange?(): void
}

/** Frames around `frame`, nearest first; one ahead is as near as one back is far, since people mostly step on. */
export function prefetchOrder(frame: number, frameCount: number, reach: number): number[] {
  const order = [frame]
  for (let step = 1; step <= reach; step++) order.push(frame + 2 * step - 1, frame + 2 * step, frame - step)
  return order.filter((f) => f >= 0 && f < frameCount && f <= frame + reach)
}

/**
 * Caches loaded values up to a limit of bytes, dropping the least recently wanted first. The wanted list replaces the
 * previous one, most urgent first; loads that no view wants any more are aborted.
 */
export class ChunkCache<T extends Sized> {
  readonly #parts: ChunkCacheParts<T>
  /** In order of use, the latest last. */
  readonly #kept = new Map<string, T>()
  readonly #loading = new Map<string, AbortController>()
  readonly #failed = new Map<string, string>()
  #wanted: readonly string[] = []
  #bytes = 0
  #disposed = false

  constructor(parts: ChunkCacheParts<T>) {
    this.#parts = parts
  }

  get bytes(): number {
    return this.#bytes
  }

  get(url: string): T | null {
    return this.#kept.get(url) ?? null
  }

  has(url: string): boolean {
    return this.#kept.has(url)
  }

  /** Why it could not be loaded; null when it was not tried or is there. */
  failureOf(url: string): string | null {
    return this.#failed.get(url) ?? null
  }

  /** Reports that the cached value has grown; does nothing if it was dropped. */
  grown(url: string, byBytes: number): void {
    const chunk = this.#kept.get(url)
    if (!chunk) return
    chunk.byteLength += byBytes
    this.#bytes += byBytes
    this.#evict()
  }

  want(urls: readonly string[]): void {
    this.#wanted = [...new Set(urls)]
    const wanted = new Set(this.#wanted)
    for (const [url, abort] of this.#loading) {
      if (!wanted.has(url)) abort.abort()
    }
    // Touched least urgent first, so that the most urgent are the last to go.
    for (const url of this.#wanted.toReversed()) {
      const chunk = this.#kept.get(url)
      if (!chunk) continue
      this.#kept.delete(url)
      this.#kept.set(url, chunk)
    }
    this.#startLoads()
  }

  /** Tries again what failed. */
  retry(): void {
    this.#failed.clear()
    this.#startLoads()
  }

  dispose(): void {
    this.#disposed = true
    for (const abort of this.#loading.values()) abort.abort()
    for (const [url, chunk] of this.#kept) this.#parts.onEvicted?.(url, chunk)
    this.#kept.clear()
    this.#bytes = 0
  }

  #startLoads(): void {
    const { maxLoads = 3, maxBytes } = this.#parts
    let planned = 0
    for (const url of this.#wanted) {
      if (this.#disposed || this.#loading.size >= maxLoads) return
      const kept = this.#kept.get(url)
      planned += kept?.byteLength ?? 0
      // Prefetching more than fits would drop what was just loaded.
      if (planned > maxBytes * 0.8 && url !== this.#wanted[0]) return
      if (kept || this.#loading.has(url) || this.#failed.has(url)) continue
      void this.#load(url)
    }
  }

  async #load(url: string): Promise<void> {
    const abort = new AbortController()
    this.#loading.set(url, abort)
    try {
      const chunk = await this.#parts.load(url, abort.signal)
      if (this.#disposed) return
      this.#kept.set(url, chunk)
      this.#bytes += chunk.byteLength
      this.#parts.onLoaded?.(url, chunk)
      this.#evict()
    } catch (error) {
      if (!abort.signal.aborted) this.#failed.set(url, error instanceof Error ? error.message : String(error))
    } finally {
      this.#loading.delete(url)
      if (!this.#disposed) {
        this.#parts.onChange?.()
        this.#startLoads()
      }
    }
  }

  #evict(): void {
    const current = this.#wanted[0]
    for (const [url, chunk] of this.#kept) {
      if (this.#bytes <= this.#parts.maxBytes) return
      if (url === current) continue
      this.#kept.delete(url)
      this.#bytes -= chunk.byteLength
      this.#parts.onEvicted?.(url, chunk)
    }
  }
}
