/** What a GIF's blocks say, found without a decoder: decoders paint what they have and keep silent about the rest. */
export interface GifStructure {
  frames: number
  /** The first frame has an area and its compressed data yields every pixel of it. */
  firstFrameWhole: boolean
  /** In pixels; zeros without a frame. */
  firstFrame: { width: number; height: number }
  /** The bytes end inside a block. */
  cut: boolean
  /** The trailer byte was met. */
  ended: boolean
}

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b

const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Walks the blocks of a GIF (GIF89a specification, sections 15 to 27). Never throws. */
export function readGifStructure(bytes: Uint8Array): GifStructure {
  const found: GifStructure = {
    frames: 0,
    firstFrameWhole: false,
    firstFrame: { width: 0, height: 0 },
    cut: false,
    ended: false,
  }
  let at = 13 + tableBytes(bytes[10] ?? 0)
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === TRAILER) return { ...found, ended: true }
    if (block === EXTENSION) {
      at = skipSubBlocks(bytes, at + 2)
    } else if (block === IMAGE) {
      const width = bytes[at + 5] | (bytes[at + 6] << 8)
      const height = bytes[at + 7] | (bytes[at + 8] << 8)
      const data = at + 10 + tableBytes(bytes[at + 9] ?? 0)
      found.frames += 1
      if (found.frames === 1) {
        const wanted = width * height
        found.firstFrame = { width, height }
        found.firstFrameWhole = wanted > 0 && yieldsPixels(bytes, data, wanted)
      }
      at = skipSubBlocks(bytes, data + 1)
    } else {
      // Decoders stop at an unknown block; the picture is what came before it.
      return { ...found, ended: true }
    }
    if (at > bytes.length) return { ...found, cut: true }
  }
  return { ...found, cut: at > bytes.length }
}

/** The position after a chain of sub-blocks; past the end if its terminator is missing. */
function skipSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]
  return at + 1
}

/**
 * Whether the LZW data at `start` yields at least `wanted` pixels. It stores only the length of each table entry, no
 * pixel, and its time is bounded by the bytes, not by the size that the header claims.
 */
function yieldsPixels(bytes: Uint8Array, start: number, wanted: number): boolean {
  const rootBits = bytes[start]
  if (!(rootBits >= 1 && rootBits <= 11)) return false
  const counter = new LzwCounter(rootBits)
  for (let at = start + 1; at < bytes.length && bytes[at] !== 0; at += 1 + bytes[at]) {
    const blockEnd = Math.min(at + 1 + bytes[at], bytes.length)
    for (let byte = at + 1; byte < blockEnd; byte++) {
      if (!counter.take(bytes[byte])) return counter.pixels >= wanted
      if (counter.pixels >= wanted) return true
    }
  }
  return false
}

/** Counts the pixels of LZW codes (GIF89a, appendix F). */
class LzwCounter {
  pixels = 0
  readonly #clearCode: number
  readonly #lengths: Float64Array
  #next = 0
  #codeBits = 0
  #previous = -1
  #bits = 0
  #bitCount = 0

  constructor(rootBits: number) {
    this.#clearCode = 1 << rootBits
    this.#lengths = new Float64Array(4096).fill(1, 0, this.#clearCode)
    this.#clear()
  }

  #clear(): void {
    this.#next = this.#clearCode + 2
    this.#codeBits = Math.log2(this.#clearCode) + 1
    this.#previous = -1
  }

  /** Takes the next byte; false after the end code or a code that cannot be. */
  take(byte: number): boolean {
    this.#bits |= byte << this.#bitCount
    this.#bitCount += 8
    while (this.#bitCount >= this.#codeBits) {
      const code = this.#bits & ((1 << this.#codeBits) - 1)
      this.#bits >>>= this.#codeBits
      this.#bitCount -= this.#codeBits
      if (code === this.#clearCode) this.#clear()
      else if (!this.#takeCode(code)) return false
    }
    return true
  }

  #takeCode(code: number): boolean {
    const previous = this.#previous
    if (code === this.#clearCode + 1 || code > this.#next || (code === this.#next && previous < 0)) return false
    this.pixels += code === this.#next ? this.#lengths[previous] + 1 : this.#lengths[code]
    if (previous >= 0 && this.#next < 4096) {
      this.#lengths[this.#next++] = this.#lengths[previous] + 1
      if (this.#next === 1 << this.#codeBits && this.#codeBits < 12) this.#codeBits++
    }
    this.#previous = code
    return true
  }
}
