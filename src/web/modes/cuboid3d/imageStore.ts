import { ChunkCache } from '../../scene/cloud/chunkCache.ts'

const MAX_BYTES = 384 * 1024 * 1024

interface StoredImage {
  bitmap: ImageBitmap
  byteLength: number
}

/** Decoded camera images, kept by bytes. Decoding happens off the page's thread. */
export class ImageStore {
  readonly #cache: ChunkCache<StoredImage>

  constructor(onChange: () => void) {
    this.#cache = new ChunkCache({ load, maxBytes: MAX_BYTES, onChange, onEvicted: (_, { bitmap }) => bitmap.close() })
  }

  want(urls: readonly string[]): void {
    this.#cache.want(urls)
  }

  get(url: string): ImageBitmap | null {
    return this.#cache.get(url)?.bitmap ?? null
  }

  failureOf(url: string): string | null {
    return this.#cache.failureOf(url)
  }

  dispose(): void {
    this.#cache.dispose()
  }
}

async function load(url: string, signal: AbortSignal): Promise<StoredImage> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  const bitmap = await createImageBitmap(await response.blob())
  return { bitmap, byteLength: bitmap.width * bitmap.height * 4 }
}
