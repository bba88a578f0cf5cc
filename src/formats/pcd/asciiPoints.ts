import { type ColumnPlan, INTENSITY, LABEL, RGB, SKIP, X, Z } from './columnPlan.ts'
import { DecimalScanner, FLOAT32_OVERFLOW, HALF_LAST_DIGIT, POWERS_OF_TEN } from './decimal.ts'
import { LineAssembler } from './lineAssembler.ts'
import { packedColour } from './packedColour.ts'
import { type PcdProblems, quoted } from './pcdError.ts'
import type { PcdHeader } from './pcdHeader.ts'
import { MAX_LINE_BYTES } from './pcdLimits.ts'
import type { PointStore } from './pointStore.ts'

const NO_BLOCK = new Float64Array(0)

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
   * Whole lines. The loop is one function on purpose: numbers of up to nine digits, nearly all of a lidar's, are
   * scanned in integer arithmetic right here.
   */
  #parse(bytes: Uint8Array, start: number, end: number): void {
    const uses = this.#uses
    const numbers = uses.length
    const store = this.#store
    const scanner = this.#scanner
    let needsFloat64 = store.needsFloat64
    let at = start
    while (at < end) {
      const lineStart = at
      let byte = bytes[at]
      while (byte === 32 || byte === 9 || byte === 13) byte = bytes[++at]
      if (byte === 10 || byte === 35) {
        at = this.#emptyLine(bytes, lineStart, at)
        continue
      }
      if (this.#count >= this.#points) {
        this.#problems.fatal(`more points than the ${this.#points} that POINTS says`, this.#line)
      }
      const index = this.#count++
      store.reserve(index)
      const block = store.positionBlocks[index >>> 15] ?? NO_BLOCK
      const offset = (index & 0x7fff) * 3 - X
      let column = 0
      for (;;) {
        const first = at
        const negative = byte === 45
        if (negative || byte === 43) byte = bytes[++at]
        const digitStart = at
        let mantissa = 0
        let decimals = 0
        while (byte >= 48 && byte <= 57) {
          mantissa = (Math.imul(mantissa, 10) + (byte - 48)) | 0
          byte = bytes[++at]
        }
        let digits = at - digitStart
        if (byte === 46) {
          const fraction = ++at
          byte = bytes[at]
          while (byte >= 48 && byte <= 57) {
            mantissa = (Math.imul(mantissa, 10) + (byte - 48)) | 0
            byte = bytes[++at]
          }
          decimals = at - fraction
          digits += decimals
        }
        // A leading 0 (as in 0.123456789) uses up no room of the integer.
        if (digits > 1 && bytes[digitStart] === 48) digits--
        let value: number
        let tolerance: number
        if (digits > 0 && digits <= 9 && decimals <= 22 && (byte === 32 || byte === 10 || byte === 13 || byte === 9)) {
          value = mantissa / POWERS_OF_TEN[decimals]
          if (negative) value = -value
          tolerance = HALF_LAST_DIGIT[decimals]
        } else {
          scanner.scan(bytes, first)
          at = scanner.end
          byte = bytes[at]
          if (scanner.malformed || (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9)) {
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
          // So put that infinity, whose error is no number, comes here too.
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
    this.#problems.add(`${quoted(bytes.subarray(first, end))} is no number`, this.#line)
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
