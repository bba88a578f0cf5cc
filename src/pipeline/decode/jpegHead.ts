import { HuffmanCodes, LONGEST_CODE } from './huffmanCodes.ts'

const BASELINE = 0xc0
const EXTENDED = 0xc1
const HUFFMAN_TABLES = 0xc4
const QUANTIZATION_TABLES = 0xdb
const RESTART_INTERVAL = 0xdd
const APP0 = 0xe0
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe

const BLOCK = 8
/** The most that libjpeg takes. */
const LONGEST_SIDE = 65_500
const MOST_BLOCKS = 10
/** For 8-bit samples: the bits of the difference of two values. */
const MOST_DC_BITS = 11
const LAST_COEFFICIENT = 63

interface Component {
  name: number
  across: number
  down: number
  quantization: number
}

interface Frame {
  width: number
  height: number
  components: readonly Component[]
}

/** A scan that has the whole picture. */
export interface WholeScan {
  /** The codes of the blocks of a unit, in the order in which they come. */
  blocks: readonly { dc: HuffmanCodes; ac: HuffmanCodes }[]
  units: number
  /** Units between two restarts; 0: there are none. */
  restartInterval: number
}

/** The segments of a usual JPEG before its scan. */
export class JpegHead {
  readonly #dc = new Map<number, HuffmanCodes>()
  readonly #ac = new Map<number, HuffmanCodes>()
  readonly #quantizations = new Set<number>()
  #frame: Frame | null = null
  #restartInterval = 0

  /** false: the segment is broken, or not one of a usual JPEG. */
  take(marker: number, content: Buffer): boolean {
    // JFIF and Adobe segments are checked, since decoders complain about versions and colours that they do not know.
    if (marker === APP0) return content.toString('latin1', 0, 6) === 'JFIF\0\x01'
    if (marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14)) return true
    if (marker === HUFFMAN_TABLES) return this.#takeCodes(content)
    if (marker === QUANTIZATION_TABLES) return this.#takeQuantizations(content)
    if (marker === BASELINE || marker === EXTENDED) return this.#takeFrame(content)
    if (marker !== RESTART_INTERVAL || content.length !== 2) return false
    this.#restartInterval = content.readUInt16BE(0)
    return true
  }

  /** The scan of this header; null if it has a part of the picture, or needs missing segments. */
  scan(header: Buffer): WholeScan | null {
    const components = this.#frame?.components ?? []
    const count = components.length
    if (!this.#frame || header[0] !== count || header.length !== 4 + 2 * count) return null
    const [first, last, approximation] = header.subarray(1 + 2 * count)
    if (first !== 0 || last !== LAST_COEFFICIENT || approximation !== 0) return null
    // A component alone comes block by block, whatever its factors.
    const isAlone = count === 1
    const blocks = components.flatMap(({ name, across, down, quantization }, n) => {
      const [named, tables] = header.subarray(1 + 2 * n)
      const [dc, ac] = [this.#dc.get(tables >> 4), this.#ac.get(tables & 15)]
      const isWhole = named === name && dc && ac && this.#quantizations.has(quantization)
      return Array.from({ length: isAlone ? 1 : across * down }, () => (isWhole ? { dc, ac } : null))
    })
    const most = (factor: 'across' | 'down') => (isAlone ? 1 : Math.max(...components.map((each) => each[factor])))
    const columns = Math.ceil(this.#frame.width / (BLOCK * most('across')))
    const rows = Math.ceil(this.#frame.height / (BLOCK * most('down')))
    const known = blocks.filter((block) => block !== null)
    if (known.length < blocks.length || blocks.length > MOST_BLOCKS) return null
    return { blocks: known, units: columns * rows, restartInterval: this.#restartInterval }
  }

  #takeCodes(content: Buffer): boolean {
    let at = 0
    while (at + 1 + LONGEST_CODE <= content.length) {
      const [kind, id] = [content[at] >> 4, content[at] & 15]
      const counts = content.subarray(at + 1, at + 1 + LONGEST_CODE)
      const start = at + 1 + LONGEST_CODE
      at = start + counts.reduce((sum, count) => sum + count, 0)
      const symbols = content.subarray(start, at)
      const codes = at <= content.length && id < 4 ? new HuffmanCodes(counts, symbols) : null
      if (!codes?.isSound || kind > 1) return false
      if (kind === 0 && symbols.some((bits) => bits > MOST_DC_BITS)) return false
      const tables = kind === 0 ? this.#dc : this.#ac
      tables.set(id, codes)
    }
    return at === content.length
  }

  /** Tables of 64 values with 8 or 16 bits. */
  #takeQuantizations(content: Buffer): boolean {
    let at = 0
    while (at < content.length) {
      const [bytes, id] = [1 + (content[at] >> 4), content[at] & 15]
      if (bytes > 2 || id > 3) return false
      this.#quantizations.add(id)
      at += 1 + 64 * bytes
    }
    return at === content.length
  }

  #takeFrame(content: Buffer): boolean {
    const [precision, count] = [content[0], content[5]]
    if (this.#frame || precision !== 8 || (count !== 1 && count !== 3) || content.length !== 6 + 3 * count) return false
    const components = Array.from({ length: count }, (_, n) => {
      const [name, factors, quantization] = content.subarray(6 + 3 * n)
      return { name, across: factors >> 4, down: factors & 15, quantization }
    })
    const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)]
    this.#frame = { width, height, components }
    const isUsual = (factor: number) => factor === 1 || factor === 2
    return (
      Math.min(width, height) > 0 &&
      Math.max(width, height) <= LONGEST_SIDE &&
      components.every(({ across, down }) => isUsual(across) && isUsual(down))
    )
  }
}
