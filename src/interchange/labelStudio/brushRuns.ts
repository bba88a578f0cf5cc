/**
 * Run lengths of Label Studio's brush: rle-pack (https://github.com/thi-ng/umbrella/tree/develop/packages/rle-pack)
 * over the bytes of an RGBA image, row by row, a pixel four equal bytes.
 */

const WORD_BITS = 8
/** Bits of a run's length, by class. */
const RUN_BITS = [3, 4, 8, 16] as const
const CHANNELS = 4
const COVERED = 255

/** From run lengths row by row, beginning with background. */
export function packBrush(runs: readonly number[]): number[] {
  const pixels = runs.reduce((sum, run) => sum + run, 0)
  const bits = new BitWriter()
  bits.write(pixels * CHANNELS, 32)
  bits.write(WORD_BITS - 1, 5)
  for (const size of RUN_BITS) bits.write(size - 1, 4)
  for (const [index, run] of runs.entries()) {
    const largest = 2 ** RUN_BITS[3]
    for (let left = run * CHANNELS; left > 0; left -= largest) writeRun(bits, Math.min(left, largest), index % 2 === 1)
  }
  return bits.end()
}

function writeRun(bits: BitWriter, length: number, isCovered: boolean): void {
  const size = RUN_BITS.findIndex((count) => length <= 2 ** count)
  bits.write(1, 1)
  bits.write(size, 2)
  bits.write(length - 1, RUN_BITS[size])
  bits.write(isCovered ? COVERED : 0, WORD_BITS)
}

/** Pixels row by row, 1 for the covered ones; null if it is not a brush of `pixelCount` pixels. */
export function unpackBrush(packed: readonly number[], pixelCount: number): Uint8Array | null {
  const bits = new BitReader(packed)
  const length = bits.read(32)
  const wordBits = bits.read(5) + 1
  const runBits = RUN_BITS.map(() => bits.read(4) + 1)
  if (length !== pixelCount * CHANNELS || wordBits !== WORD_BITS) return null
  const pixels = new Uint8Array(pixelCount)
  for (let at = 0; at < length; ) {
    const isRun = bits.read(1) === 1
    const end = at + bits.read(runBits[bits.read(2)]) + 1
    if (bits.isOver || end > length) return null
    for (let value = isRun ? bits.read(WORD_BITS) : 0; at < end; at++) {
      if (!isRun) value = bits.read(WORD_BITS)
      // The alpha channel marks covered pixels.
      if (at % CHANNELS === CHANNELS - 1 && value > 0) pixels[(at - (at % CHANNELS)) / CHANNELS] = 1
    }
  }
  return pixels
}

class BitWriter {
  readonly #bytes: number[] = []
  #byte = 0
  #count = 0

  write(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) {
      this.#byte = (this.#byte << 1) | ((value >>> bit) & 1)
      if (++this.#count < 8) continue
      this.#bytes.push(this.#byte)
      this.#byte = 0
      this.#count = 0
    }
  }

  end(): number[] {
    return this.#count === 0 ? this.#bytes : [...this.#bytes, this.#byte << (8 - this.#count)]
  }
}

class BitReader {
  readonly #bytes: readonly number[]
  #at = 0

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes
  }

  /** Whether more was read than there is. */
  get isOver(): boolean {
    return this.#at > this.#bytes.length * 8
  }

  read(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1)
    return value
  }
}
