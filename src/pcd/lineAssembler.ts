import { MAX_LINE_BYTES } from './pcdLimits.ts'

/** Cuts chunks into runs of whole lines; only the piece of a line that crosses a border is copied. */
export class LineAssembler {
  readonly #onLines: (bytes: Uint8Array, start: number, end: number) => void
  readonly #onTooLong: () => never
  readonly #carry = new Uint8Array(MAX_LINE_BYTES + 2)
  #carried = 0

  /**
   * @param onLines gets bytes from `start` to `end`; the last of them is a line feed.
   * @param onTooLong is called if a line exceeds the limit while it is assembled.
   */
  constructor(onLines: (bytes: Uint8Array, start: number, end: number) => void, onTooLong: () => never) {
    this.#onLines = onLines
    this.#onTooLong = onTooLong
  }

  push(chunk: Uint8Array): void {
    let start = 0
    if (this.#carried > 0) {
      const newline = chunk.indexOf(10)
      start = newline < 0 ? chunk.length : newline + 1
      this.#keep(chunk, 0, start)
      if (newline < 0) return
      const length = this.#carried
      this.#carried = 0
      this.#onLines(this.#carry, 0, length)
    }
    const last = chunk.lastIndexOf(10)
    if (last >= start) {
      this.#onLines(chunk, start, last + 1)
      start = last + 1
    }
    this.#keep(chunk, start, chunk.length)
  }

  /** The last line may lack its line feed. */
  end(): void {
    if (this.#carried === 0) return
    this.#carry[this.#carried] = 10
    this.#onLines(this.#carry, 0, this.#carried + 1)
    this.#carried = 0
  }

  #keep(chunk: Uint8Array, start: number, end: number): void {
    if (this.#carried + end - start > MAX_LINE_BYTES + 1) this.#onTooLong()
    this.#carry.set(chunk.subarray(start, end), this.#carried)
    this.#carried += end - start
  }
}
