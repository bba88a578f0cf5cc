/** Codes up to this length are found with one look. */
const SHORT_BITS = 9
export const LONGEST_CODE = 16

/** The codes of one Huffman table of a JPEG (ITU-T T.81, annex C). */
export class HuffmanCodes {
  readonly #symbols: Uint8Array
  readonly #short = new Uint16Array(1 << SHORT_BITS)
  /** The last code of each length; -1 if there is none. */
  readonly #last = new Int32Array(LONGEST_CODE + 1).fill(-1)
  /** Leads from a code of this length to the index of its symbol. */
  readonly #offset = new Int32Array(LONGEST_CODE + 1)
  /** Each length has room for its codes. */
  readonly isSound: boolean

  /** @param counts how many codes have 1, 2, … 16 bits */
  constructor(counts: Uint8Array, symbols: Uint8Array) {
    this.#symbols = symbols
    let code = 0
    let place = 0
    let isSound = true
    for (let length = 1; length <= LONGEST_CODE; length++, code <<= 1) {
      const count = counts[length - 1]
      this.#offset[length] = place - code
      if (length <= SHORT_BITS) this.#fillShort(length, code, count)
      place += count
      code += count
      if (count > 0) this.#last[length] = code - 1
      // A code of ones alone is not allowed; decoders take it as long as there is room for it.
      isSound &&= code <= 1 << length
    }
    this.isSound = isSound
  }

  #fillShort(length: number, code: number, count: number): void {
    const room = SHORT_BITS - length
    for (let n = 0; n < count; n++) {
      const found = (length << 8) | this.#symbols[code + n + this.#offset[length]]
      this.#short.fill(found, (code + n) << room, (code + n + 1) << room)
    }
  }

  /** The code at the front of 16 bits: its length << 8 | its symbol; 0 if there is none. */
  at(bits: number): number {
    const short = this.#short[bits >> (LONGEST_CODE - SHORT_BITS)]
    if (short !== 0) return short
    for (let length = SHORT_BITS + 1; length <= LONGEST_CODE; length++) {
      const code = bits >> (LONGEST_CODE - length)
      if (code <= this.#last[length]) return (length << 8) | this.#symbols[code + this.#offset[length]]
    }
    return 0
  }
}
