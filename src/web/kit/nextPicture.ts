/** A picture that can be shown, closed by its owner. */
interface Decoded {
  close(): void
}

interface Held<Bitmap> {
  url: string
  bitmap: Promise<Bitmap>
  abort: AbortController
}

/** The picture that the next job shows first, decoded while the person still works on this one. It holds one at a time. */
export class NextPicture<Bitmap extends Decoded = ImageBitmap> {
  #held: Held<Bitmap> | null = null

  /** Decodes the picture, and forgets the one before. */
  prepare(url: string, decode: (signal: AbortSignal) => Promise<Bitmap>): void {
    if (this.#held?.url === url) return
    this.drop()
    const abort = new AbortController()
    const bitmap = decode(abort.signal)
    // The job decodes such a picture again, and says what is wrong with it.
    bitmap.catch(() => {})
    this.#held = { url, bitmap, abort }
  }

  /** Hands over the picture, which the caller closes. null: it holds another one, or none. */
  take(url: string): Promise<Bitmap> | null {
    const held = this.#held
    if (held?.url !== url) {
      this.drop()
      return null
    }
    this.#held = null
    return held.bitmap
  }

  drop(): void {
    const held = this.#held
    this.#held = null
    held?.abort.abort()
    held?.bitmap.then(
      (bitmap) => bitmap.close(),
      () => {},
    )
  }
}
