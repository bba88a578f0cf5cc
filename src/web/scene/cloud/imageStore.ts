import { type Decoder, workerDecoder } from '../../canvas/decoder.ts'
import { bitmapPicture, type Picture } from '../../canvas/picture.ts'
import { TilePicture } from '../../canvas/tilePicture.ts'
import { Signal } from '../../document/observable.ts'
import type { CameraSource } from '../../view3d/fusionJob.ts'
import { ChunkCache } from './chunkCache.ts'

const MAX_BYTES = 384 * 1024 * 1024

interface StoredImage {
  bitmap: ImageBitmap
  byteLength: number
}

/** Decoded camera images, cached by bytes. Decoding happens off the page's thread. */
export class ImageStore {
  readonly #changes = new Signal()
  readonly subscribe = this.#changes.subscribe
  #version = 0
  readonly #cache: ChunkCache<StoredImage>
  /** Huge images that a view has zoomed into, by url. */
  readonly #tiled = new Map<string, TilePicture>()
  #decoder: Decoder<ImageBitmap> | null = null

  constructor() {
    const onChange = this.#changes.emit
    this.#cache = new ChunkCache({ load, maxBytes: MAX_BYTES, onChange, onEvicted: (_, { bitmap }) => bitmap.close() })
  }

  /** Changes whenever more of a picture has arrived. */
  get version(): number {
    return this.#version
  }

  want(urls: readonly string[]): void {
    this.#cache.want(urls)
    for (const [url, picture] of this.#tiled) {
      if (urls.includes(url)) continue
      picture.dispose()
      this.#tiled.delete(url)
    }
  }

  /** The loaded part of the image; huge ones in tiles, as sharp as the view. null: nothing yet. */
  pictureOf({ url, tiles }: CameraSource): Picture | null {
    if (!tiles) {
      const bitmap = this.get(url)
      return bitmap && bitmapPicture(bitmap)
    }
    const known = this.#tiled.get(url)
    if (known) return known
    this.#decoder ??= workerDecoder()
    const made = new TilePicture(tiles.pyramid, this.#decoder, tiles.urlOf, () => {
      this.#version++
      this.#changes.emit()
    })
    this.#tiled.set(url, made)
    return made
  }

  get(url: string): ImageBitmap | null {
    return this.#cache.get(url)?.bitmap ?? null
  }

  /** Tries again what could not be loaded. */
  retry(): void {
    this.#cache.retry()
    this.#changes.emit()
  }

  failureOf(url: string): string | null {
    return this.#cache.failureOf(url)
  }

  dispose(): void {
    this.#cache.dispose()
    for (const picture of this.#tiled.values()) picture.dispose()
    this.#decoder?.dispose()
  }
}

async function load(url: string, signal: AbortSignal): Promise<StoredImage> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  const bitmap = await createImageBitmap(await response.blob())
  return { bitmap, byteLength: bitmap.width * bitmap.height * 4 }
}
