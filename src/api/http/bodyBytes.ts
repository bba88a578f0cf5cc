import { setImmediate as nextTurn } from 'node:timers/promises'

/** Up to this size a body stays in the pieces in which it arrived. */
const SMALL_BYTES = 1024 * 1024
/** So much is copied in about a millisecond. */
const STEP_BYTES = 4 * 1024 * 1024

/**
 * The bytes of an arriving body, in memory of about their size. A body of known length is written into place. Any other
 * grows in address space that is only reserved at first: its pieces are freed as they arrive, growing copies nothing,
 * and at the end it moves step by step, so that it never exists twice.
 */
export class BodyBytes {
  readonly #maxBytes: number
  readonly #pieces: Uint8Array[] = []
  readonly #whole: Buffer | null
  #growing: ArrayBuffer | null = null
  #length = 0

  /** @param announcedBytes - NaN where they are not known */
  constructor(maxBytes: number, announcedBytes: number) {
    this.#maxBytes = maxBytes
    this.#whole = announcedBytes >= 0 ? Buffer.allocUnsafeSlow(announcedBytes) : null
  }

  /** @throws RangeError beyond the announced bytes, or the maximum */
  push(piece: Uint8Array): void {
    const start = this.#length
    this.#length += piece.length
    if (this.#whole) this.#whole.set(piece, start)
    else if (this.#length <= SMALL_BYTES) this.#pieces.push(piece)
    else this.#grow(piece, start)
  }

  #grow(piece: Uint8Array, start: number): void {
    this.#growing ??= this.#fromPieces()
    if (this.#length > this.#growing.byteLength) {
      this.#growing.resize(Math.min(this.#maxBytes, Math.ceil(this.#length / STEP_BYTES) * STEP_BYTES))
    }
    new Uint8Array(this.#growing).set(piece, start)
  }

  #fromPieces(): ArrayBuffer {
    const growing = new ArrayBuffer(SMALL_BYTES, { maxByteLength: Math.max(SMALL_BYTES, this.#maxBytes) })
    new Uint8Array(growing).set(Buffer.concat(this.#pieces.splice(0)))
    return growing
  }

  /** All bytes, in a buffer that can be transferred. Call it once. */
  async whole(): Promise<Buffer> {
    if (this.#whole) return this.#whole.subarray(0, this.#length)
    const whole = Buffer.allocUnsafeSlow(this.#length)
    if (this.#growing) await move(this.#growing, whole)
    else whole.set(Buffer.concat(this.#pieces))
    return whole
  }
}

/** Moves from the end and frees copied parts; moving hundreds of megabytes in one step would delay every call. */
async function move(growing: ArrayBuffer, whole: Buffer): Promise<void> {
  let end = whole.length
  while (end > 0) {
    const start = Math.max(0, Math.ceil(end / STEP_BYTES) - 1) * STEP_BYTES
    whole.set(new Uint8Array(growing, start, end - start), start)
    growing.resize(start)
    end = start
    await nextTurn()
  }
}
