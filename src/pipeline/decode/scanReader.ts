import { type HuffmanCodes, LONGEST_CODE } from './huffmanCodes.ts'

const BLOCK_COEFFICIENTS = 64

/** Reads the codes in the data of a scan (ITU-T T.81, annex F), and skips their values. */
export class ScanReader {
  readonly #data: Uint8Array
  #at: number
  #bits = 0
  #left = 0
  /** The remaining bits, followed by zeros after the end of the data. */
  #beyond = 0

  constructor(data: Uint8Array, start: number) {
    this.#data = data
    this.#at = start
  }

  /** Passes over a block; false where its codes are wrong or missing. */
  block(dc: HuffmanCodes, ac: HuffmanCodes): boolean {
    if (this.#value(dc) < 0) return false
    let at = 1
    while (at < BLOCK_COEFFICIENTS) {
      const symbol = this.#value(ac)
      if (symbol === 0) break
      // Sixteen zeros (0xf0), or as many zeros as it says and a value. No other symbol is without a value.
      if (symbol < 0 || ((symbol & 15) === 0 && symbol !== 0xf0)) return false
      at += (symbol >> 4) + 1
    }
    return at <= BLOCK_COEFFICIENTS && this.#left >= this.#beyond
  }

  /** Reads the marker that must follow the rest of the last byte. */
  marker(marker: number): boolean {
    if (this.#left - this.#beyond >= 8 || this.#data[this.#at] !== 0xff || this.#data[this.#at + 1] !== marker)
      return false
    this.#at += 2
    this.#left = 0
    this.#beyond = 0
    return true
  }

  /** The symbol of the next code; skips the bits of its value. -1: there is no such code. */
  #value(codes: HuffmanCodes): number {
    if (this.#left < LONGEST_CODE) this.#fill()
    const found = codes.at((this.#bits >> (this.#left - LONGEST_CODE)) & 0xffff)
    if (found === 0) return -1
    const symbol = found & 0xff
    this.#left -= found >> 8
    if (this.#left < LONGEST_CODE) this.#fill()
    this.#left -= symbol & 15
    return symbol
  }

  #fill(): void {
    while (this.#left <= 24 - 8) {
      const byte = this.#data[this.#at]
      if (byte === undefined || (byte === 0xff && this.#data[this.#at + 1] !== 0)) {
        this.#bits <<= 8
        this.#beyond += 8
      } else {
        this.#bits = (this.#bits << 8) | byte
        this.#at += byte === 0xff ? 2 : 1
      }
      this.#left += 8
    }
  }
}
