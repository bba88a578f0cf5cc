/** LZF looks back at most this far. */
const REACH = 8192
const WINDOW = 128 * 1024
/** One token makes at most 264 bytes. */
const ROOM = 264

/** Thrown for a corrupt stream. */
export class LzfError extends Error {
  override readonly name = 'LzfError'
}

/**
 * Unpacks LZF from chunks with a window instead of the whole output: a token is `000LLLLL` + L + 1 literals, or
 * `LLLooooo [L'] oooooooo`, a copy of L + 2 bytes (L = 7: + L') from o + 1 bytes back.
 */
export class LzfDecoder {
  /** Bytes unpacked so far. */
  length = 0
  readonly #limit: number
  readonly #consume: (bytes: Uint8Array, start: number, end: number) => number
  readonly #window = new Uint8Array(WINDOW)
  #end = 0
  #consumed = 0
  /** Literals still to copy. */
  #literals = 0
  /** A back reference that is not complete yet: -1, or its control byte. */
  #control = -1
  #copyLength = 0

  /**
   * @param limit size of the output: a longer one is corrupt.
   * @param consume gets unpacked bytes and returns how far it consumed them; it gets the rest again with more appended.
   */
  constructor(limit: number, consume: (bytes: Uint8Array, start: number, end: number) => number) {
    this.#limit = limit
    this.#consume = consume
  }

  /** @throws LzfError when the stream is corrupt. */
  push(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#end + ROOM > WINDOW) this.#flush()
      if (this.#literals > 0) {
        const run = Math.min(this.#literals, chunk.length - at)
        this.#reserve(run)
        this.#window.set(chunk.subarray(at, at + run), this.#end)
        this.#end += run
        this.#literals -= run
        at += run
        continue
      }
      const byte = chunk[at++]
      if (this.#control < 0) {
        if (byte < 32) this.#literals = byte + 1
        else {
          this.#control = byte
          this.#copyLength = byte >> 5 === 7 ? 0 : (byte >> 5) + 2
        }
      } else if (this.#copyLength === 0) this.#copyLength = byte + 9
      else this.#copy(((this.#control & 31) << 8) + byte + 1)
    }
  }

  /** @throws LzfError when a token is cut. */
  end(): void {
    if (this.#literals > 0 || this.#control >= 0) throw new LzfError('the compressed data is cut inside a token')
    this.#flush()
  }

  #copy(distance: number): void {
    const length = this.#copyLength
    if (distance > this.length) throw new LzfError('the compressed data points before its begin')
    this.#reserve(length)
    const window = this.#window
    let to = this.#end
    // Byte by byte: source and target overlap in runs.
    for (let from = to - distance, last = to + length; to < last; ) window[to++] = window[from++]
    this.#end = to
    this.#control = -1
  }

  #reserve(bytes: number): void {
    this.length += bytes
    if (this.length > this.#limit) throw new LzfError(`the compressed data unpacks to more than ${this.#limit} bytes`)
  }

  #flush(): void {
    this.#consumed = this.#consume(this.#window, this.#consumed, this.#end)
    const keepFrom = Math.max(0, Math.min(this.#consumed, this.#end - REACH))
    this.#window.copyWithin(0, keepFrom, this.#end)
    this.#end -= keepFrom
    this.#consumed -= keepFrom
  }
}
