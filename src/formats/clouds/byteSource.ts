/** Bytes that arrive in chunks, looked at from their start without knowing where one chunk ends. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()
  #isOver = false
  /** Bytes taken so far: the place of the next one in the file. */
  offset = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next bytes without taking them: at least `length`, fewer only where the file ends. */
  async peek(length: number): Promise<Uint8Array> {
    if (this.#held.length >= length) return this.#held
    const parts = [this.#held]
    let total = this.#held.length
    while (total < length && !this.#isOver) {
      const { done, value } = await this.#chunks.next()
      if (done) this.#isOver = true
      // The sender of the chunk may reuse its memory, so its bytes are copied.
      else parts.push(value.slice())
      total += done ? 0 : value.length
    }
    this.#held = joined(parts, total)
    return this.#held
  }

  /** Takes bytes that were peeked. */
  take(length: number): Uint8Array {
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    this.offset += taken.length
    return taken
  }

  /** Takes up to `length` bytes that are not kept. Answers how many there were. */
  async skip(length: number): Promise<number> {
    let skipped = 0
    while (skipped < length) {
      const bytes = await this.peek(1)
      if (bytes.length === 0) break
      skipped += this.take(Math.min(bytes.length, length - skipped)).length
    }
    return skipped
  }

  /** Answers the bytes up to the end of the file, chunk by chunk. */
  async *rest(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const bytes = await this.peek(1)
      if (bytes.length === 0) return
      yield this.take(bytes.length)
    }
  }
}

function joined(parts: readonly Uint8Array[], total: number): Uint8Array {
  const filled = parts.filter((part) => part.length > 0)
  if (filled.length === 1) return filled[0]
  const whole = new Uint8Array(total)
  let at = 0
  for (const part of filled) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
