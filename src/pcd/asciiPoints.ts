import { type ColumnPlan, INTENSITY, LABEL, RGB, SKIP, X, Z } from './columnPlan.ts'
import { DecimalScanner, FLOAT32_OVERFLOW, HALF_LAST_DIGIT, POWERS_OF_TEN } from './decimal.ts'
import { LineAssembler } from './lineAssembler.ts'
import { type PcdProblems, quoted } from './pcdError.ts'
import type { PcdHeader } from './pcdHeader.ts'
import { MAX_LINE_BYTES } from './pcdLimits.ts'
import { BLOCK_POINTS, type PointStore } from './pointStore.ts'

const bits = new DataView(new ArrayBuffer(4))

/** PCL packs 0x00RRGGBB into the bits of a float32 where TYPE is F; NaN (an alpha of 255) has lost its colour in text. */
function packedColour(value: number, isFloat: boolean): number {
  if (Number.isNaN(value)) return 0
  if (!isFloat) return value >>> 0
  bits.setFloat32(0, value)
  return bits.getUint32(0)
}

const NO_BLOCK = new Float64Array(0)
const ZEROS = 0x30303030
/** Sign, eight digits, dot, sixteen digits, and the next word. */
const LONGEST_FAST_NUMBER = 30
/** Whole numbers below are exact as float64. */
const EXACT = 2 ** 53

/** Reads the lines of an ASCII payload, chunk by chunk, into a store. */
export class AsciiPoints {
  readonly #points: number
  readonly #store: PointStore
  readonly #problems: PcdProblems
  /** One use a number of the line: a field of COUNT n is n times there. */
  readonly #uses: Uint8Array
  readonly #colourIsFloat: boolean
  readonly #scanner = new DecimalScanner()
  readonly #lines: LineAssembler
  #line: number
  #count = 0

  constructor(header: PcdHeader, plan: ColumnPlan, store: PointStore, problems: PcdProblems, headerLines: number) {
    this.#points = header.points
    this.#store = store
    this.#problems = problems
    this.#uses = Uint8Array.from(header.fields.flatMap((field, place) => Array(field.count).fill(plan.uses[place])))
    this.#colourIsFloat = header.fields[plan.uses.indexOf(RGB)]?.type === 'F'
    this.#line = headerLines + 1
    this.#lines = new LineAssembler(
      (bytes, start, end) => this.#parse(bytes, start, end),
      () => this.#problems.fatal(`longer than ${MAX_LINE_BYTES} bytes`, this.#line),
    )
  }

  push(chunk: Uint8Array): void {
    this.#lines.push(chunk)
  }

  /** @throws PcdError when a line was wrong or points are missing. */
  end(): void {
    this.#lines.end()
    if (this.#count < this.#points) {
      this.#problems.fatal(`the file ends after ${this.#count} of ${this.#points} points`, this.#line)
    }
    this.#problems.throwIfAny()
  }

  /**
   * Reads whole lines and reports wrong ones. The loop is one function on purpose: numbers of up to
   * seven digits before the dot and fifteen in all, nearly all of a lidar's, are scanned right here, four digits at a
   * time and without a branch that is hard to predict.
   */
  #parse(bytes: Uint8Array, start: number, end: number): void {
    const uses = this.#uses
    const numbers = uses.length
    const store = this.#store
    const scanner = this.#scanner
    const points = this.#points
    let needsFloat64 = store.needsFloat64
    let count = this.#count
    let block = store.positionBlocks.at(-1) ?? NO_BLOCK
    // Four bytes are read at a time, so numbers too near to the end of the memory are left to the scanner.
    const fastEnd = bytes.length - LONGEST_FAST_NUMBER
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = start
    while (at < end) {
      const lineStart = at
      let byte = bytes[at]
      while (byte === 32 || byte === 9 || byte === 13) byte = bytes[++at]
      if (byte === 10 || byte === 35) {
        at = this.#emptyLine(bytes, lineStart, at)
        continue
      }
      if (count >= points) this.#problems.fatal(`more points than the ${points} that POINTS says`, this.#line)
      const index = count++
      const place = index & (BLOCK_POINTS - 1)
      if (place === 0) {
        store.reserve(index)
        block = store.positionBlocks.at(-1) ?? NO_BLOCK
      }
      const offset = place * 3 - X
      let column = 0
      for (;;) {
        const first = at
        let value = Number.NaN
        let tolerance = 0
        let known = false
        if (at < fastEnd) {
          // One for a minus, without a branch: signs are as random as coins and would be mispredicted every second time.
          const negative = ((byte ^ 45) - 1) >>> 31
          const start = at + negative
          at = start
          let mantissa = 0
          let word = view.getInt32(at, true) ^ ZEROS
          let stop = firstNonDigit(word)
          if (stop === 0) {
            mantissa = fourDigits(word)
            at += 4
            word = view.getInt32(at, true) ^ ZEROS
            stop = firstNonDigit(word)
          }
          // Shift zeros in before the digits, and shift everything after them out.
          let unused = Math.clz32(stop & -stop)
          let digits = 3 - (unused >>> 3)
          mantissa = mantissa * POWERS_OF_TEN[digits] + fourDigits((word << unused) << 8)
          at += digits
          let decimals = 0
          let dot = 0
          if (bytes[at] === 46 && stop !== 0) {
            dot = 1
            word = view.getInt32(++at, true) ^ ZEROS
            stop = firstNonDigit(word)
            while (stop === 0 && decimals < 12) {
              mantissa = mantissa * 10_000 + fourDigits(word)
              decimals += 4
              word = view.getInt32(at + decimals, true) ^ ZEROS
              stop = firstNonDigit(word)
            }
            unused = Math.clz32(stop & -stop)
            digits = 3 - (unused >>> 3)
            mantissa = mantissa * POWERS_OF_TEN[digits] + fourDigits((word << unused) << 8)
            decimals += digits
            at += decimals
          }
          byte = bytes[at]
          value = (mantissa / POWERS_OF_TEN[decimals]) * (1 - 2 * negative)
          tolerance = HALF_LAST_DIGIT[decimals]
          known = stop !== 0 && at - start > dot && mantissa < EXACT && isSpace(byte)
        }
        if (!known) {
          scanner.scan(bytes, first)
          at = scanner.end
          byte = bytes[at]
          if (scanner.malformed || !isSpace(byte)) {
            at = this.#badNumber(bytes, first)
            break
          }
          value = scanner.value
          tolerance = scanner.tolerance
        }
        const use = uses[column]
        if (use >= X && use <= Z) {
          block[offset + use] = value
          const error = value - Math.fround(value)
          // Negated, so that infinity, whose error is NaN, takes this branch too.
          if (!(error <= tolerance && error >= -tolerance) && !Number.isNaN(value)) {
            needsFloat64 = true
            if (value >= FLOAT32_OVERFLOW || value <= -FLOAT32_OVERFLOW) {
              this.#problems.add(`${quoted(bytes.subarray(first, at))} does not fit float32`, this.#line)
            }
          }
        } else if (use !== SKIP) this.#setExtra(use, index, value)
        column++
        while (byte === 32 || byte === 9 || byte === 13) byte = bytes[++at]
        if (byte === 10) {
          if (column < numbers) this.#problems.add(`${column} numbers, ${numbers} are needed`, this.#line)
          at++
          break
        }
        if (column === numbers) {
          this.#problems.add(`more than the ${numbers} numbers of a point`, this.#line)
          at = bytes.indexOf(10, at) + 1
          break
        }
      }
      if (at - lineStart > MAX_LINE_BYTES + 1) this.#problems.add(`longer than ${MAX_LINE_BYTES} bytes`, this.#line)
      this.#line++
    }
    store.needsFloat64 = needsFloat64
    this.#count = count
  }

  /** Blank lines and comments count as lines, not as points. */
  #emptyLine(bytes: Uint8Array, lineStart: number, at: number): number {
    const next = bytes.indexOf(10, at) + 1
    if (next - lineStart > MAX_LINE_BYTES + 1) this.#problems.add(`longer than ${MAX_LINE_BYTES} bytes`, this.#line)
    this.#line++
    return next
  }

  #badNumber(bytes: Uint8Array, first: number): number {
    const newline = bytes.indexOf(10, first)
    let end = first
    while (end < newline && bytes[end] !== 32 && bytes[end] !== 9 && bytes[end] !== 13) end++
    this.#problems.add(`${quoted(bytes.subarray(first, end))} is not a number`, this.#line)
    return newline + 1
  }

  #setExtra(use: number, index: number, value: number): void {
    if (use === INTENSITY) this.#store.setIntensity(index, value)
    else if (use === RGB) this.#store.setRgb(index, packedColour(value, this.#colourIsFloat))
    else if (use === LABEL) this.#setLabel(index, value)
  }

  #setLabel(index: number, value: number): void {
    if (Number.isInteger(value) && value >= 0 && value <= 0xffffffff) this.#store.setLabel(index, value)
    else this.#problems.add('label_key must be a whole number from 0', this.#line)
  }
}

/**
 * Takes four bytes xored with '0' and returns the highest bit of every byte from the first that is not a digit; 0 if
 * all are digits.
 */
function firstNonDigit(word: number): number {
  return ((word + 0x76767676) | word) & -0x7f7f7f80
}

/** The number that four digits make, the first in the lowest byte: pairs by one multiplication, then pairs of pairs. */
function fourDigits(digits: number): number {
  return Math.imul((Math.imul(digits, 2561) >>> 8) & 0x00ff00ff, 6553601) >>> 16
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9
}
