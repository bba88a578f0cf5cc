import type { SourceFile } from '../layout.ts'

const READ_AHEAD_BYTES = 256 * 1024

/** Reads a file from front to back in large pieces, with small requests served from the last one. */
export class ForwardBytes {
  readonly #file: SourceFile
  #block: Uint8Array = new Uint8Array(0)
  #start = 0

  constructor(file: SourceFile) {
    this.#file = file
  }

  /** Fewer bytes where the file ends. Good until the next call. @throws SourceFileError */
  async at(start: number, length: number): Promise<Uint8Array> {
    const isHeld = start >= this.#start && start + length <= this.#start + this.#block.length
    if (!isHeld) {
      this.#block = await this.#file.read(start, start + length + READ_AHEAD_BYTES)
      this.#start = start
    }
    return this.#block.subarray(start - this.#start, start - this.#start + length)
  }
}
