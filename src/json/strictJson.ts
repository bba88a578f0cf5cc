import {
  afterMark,
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_END,
  NINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
  TAB,
  ZERO,
} from './bytes.ts'
import { MAX_DEPTH } from './text.ts'

const MINUS = 0x2d
const POINT = 0x2e
const PLUS = 0x2b
const SMALL_E = 0x65
/** The number of exponent digits that may exceed the largest double. */
const LARGE_EXPONENT = 3
const WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word))
/** Words that Python and JavaScript write instead of a number. */
const NO_NUMBERS = ['NaN', 'Infinity', '-Infinity']
/** Digits of the first whole numbers that a double cannot distinguish. */
const UNSAFE_DIGITS = 16

/** The fault of a JSON text that someone sent. */
export class StrictJsonError extends Error {
  readonly type: 'ENCODING' | 'DUPLICATE' | 'INVALID_VALUE'
  readonly line: number

  constructor(type: StrictJsonError['type'], line: number, message: string) {
    super(message)
    this.type = type
    this.line = line
  }
}

/**
 * Checks the bytes of a JSON text before it is parsed. Parsers silently accept what it refuses: the last of two members
 * with the same name, infinity for 1e999, and the nearest double for 9007199254740993. Ids that a number cannot hold
 * become texts.
 * @throws StrictJsonError with the line
 */
export function strictJson(bytes: Uint8Array): Uint8Array {
  const walk = new Walk(bytes)
  walk.whole()
  return walk.longIds.length === 0 ? bytes : quoted(bytes, walk.longIds)
}

/** The same bytes with quotes at these places. */
function quoted(bytes: Uint8Array, places: readonly number[]): Uint8Array {
  const text = new Uint8Array(bytes.length + places.length)
  let from = 0
  for (const [count, place] of places.entries()) {
    text.set(bytes.subarray(from, place), from + count)
    text[place + count] = QUOTE
    from = place
  }
  text.set(bytes.subarray(from), from + places.length)
  return text
}

class Walk {
  /** Where ids that need quotes begin and end, in turn. */
  readonly longIds: number[] = []
  readonly #bytes: Uint8Array
  /** The first byte after the byte order mark. */
  readonly #start: number
  #at: number
  /** The key of the member whose value comes next; empty for an entry of a list. */
  #keyStart = 0
  #keyEnd = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#start = afterMark(bytes)
    this.#at = this.#start
  }

  whole(): void {
    this.#value(0)
    this.#passSpace()
    if (this.#at < this.#bytes.length) throw this.#fault()
  }

  #value(depth: number): void {
    this.#passSpace()
    const byte = this.#bytes[this.#at]
    if (byte === QUOTE) this.#passString()
    else if (byte === OPEN_OBJECT) this.#passObject(depth + 1)
    else if (byte === OPEN_LIST) this.#passList(depth + 1)
    else if (byte === MINUS || isDigit(byte)) this.#passNumber()
    else if (!WORDS.some((word) => this.#passes(word))) throw this.#noValue(this.#at)
  }

  #passObject(depth: number): void {
    this.#enter(depth)
    if (this.#passesByte(CLOSE_OBJECT)) return
    const names = new MemberNames()
    do {
      this.#passSpace()
      const start = this.#at
      if (this.#bytes[start] !== QUOTE) throw this.#fault()
      this.#passString()
      const end = this.#at
      if (!names.add(this.#bytes, start, end))
        throw this.#refused('DUPLICATE', `has the duplicate key ${textAt(this.#bytes, start, end)}`, start)
      if (!this.#passesByte(COLON)) throw this.#fault()
      this.#keyStart = start
      this.#keyEnd = end
      this.#value(depth)
    } while (this.#passesByte(COMMA))
    if (!this.#passesByte(CLOSE_OBJECT)) throw this.#fault()
  }

  #passList(depth: number): void {
    this.#enter(depth)
    if (this.#passesByte(CLOSE_LIST)) return
    do {
      this.#keyEnd = this.#keyStart
      this.#value(depth)
    } while (this.#passesByte(COMMA))
    if (!this.#passesByte(CLOSE_LIST)) throw this.#fault()
  }

  #enter(depth: number): void {
    if (depth > MAX_DEPTH) throw this.#refused('ENCODING', `is nested deeper than ${MAX_DEPTH} levels`)
    this.#at++
  }

  #passString(): void {
    const bytes = this.#bytes
    for (this.#at++; bytes[this.#at] !== QUOTE; this.#at++) {
      if (bytes[this.#at] === BACKSLASH) {
        const length = escapeLength(bytes, this.#at)
        if (length === 0) throw this.#fault()
        this.#at += length - 1
      } else if (!(bytes[this.#at] >= SPACE)) throw this.#fault()
    }
    this.#at++
  }

  #passNumber(): void {
    const start = this.#at
    if (this.#bytes[start] === MINUS) this.#at++
    const whole = this.#passDigits()
    if (whole === 0) throw this.#noValue(start)
    if (whole > 1 && this.#bytes[this.#at - whole] === ZERO) throw this.#fault()
    let isWhole = true
    let exponent = 0
    if (this.#bytes[this.#at] === POINT) {
      isWhole = false
      this.#at++
      if (this.#passDigits() === 0) throw this.#fault()
    }
    if ((this.#bytes[this.#at] | 0x20) === SMALL_E) {
      isWhole = false
      this.#at++
      if (this.#bytes[this.#at] === PLUS || this.#bytes[this.#at] === MINUS) this.#at++
      exponent = this.#passDigits()
      if (exponent === 0) throw this.#fault()
    }
    if (exponent < LARGE_EXPONENT && whole < UNSAFE_DIGITS) return
    const text = textAt(this.#bytes, start, this.#at)
    if (!Number.isFinite(Number(text))) throw this.#refused('INVALID_VALUE', 'has a number that is out of range', start)
    const isId = isWhole && /^"(id|.*_id)"$/.test(textAt(this.#bytes, this.#keyStart, this.#keyEnd))
    if (isId && BigInt(text) !== BigInt(Number(text))) this.longIds.push(start, this.#at)
  }

  /** Returns how many digits it passed. */
  #passDigits(): number {
    const start = this.#at
    while (isDigit(this.#bytes[this.#at])) this.#at++
    return this.#at - start
  }

  #passes(word: Uint8Array): boolean {
    const passes = word.every((byte, index) => this.#bytes[this.#at + index] === byte)
    if (passes) this.#at += word.length
    return passes
  }

  #passesByte(byte: number): boolean {
    this.#passSpace()
    if (this.#bytes[this.#at] !== byte) return false
    this.#at++
    return true
  }

  #passSpace(): void {
    let byte = this.#bytes[this.#at]
    while (byte === SPACE || byte === LINE_END || byte === TAB || byte === CARRIAGE_RETURN)
      byte = this.#bytes[++this.#at]
  }

  #noValue(start: number): StrictJsonError {
    const word = NO_NUMBERS.find((one) => textAt(this.#bytes, start, start + one.length) === one)
    return word ? this.#refused('INVALID_VALUE', `has ${word}, which is not valid JSON`, start) : this.#fault()
  }

  #fault(): StrictJsonError {
    const isCut = this.#at >= this.#bytes.length
    return this.#refused('ENCODING', isCut ? 'ends too early' : 'is not JSON')
  }

  #refused(type: StrictJsonError['type'], reason: string, at = this.#at): StrictJsonError {
    let line = 1
    let column = 1
    for (const byte of this.#bytes.subarray(this.#start, at))
      if (byte === LINE_END) [line, column] = [line + 1, 1]
      else if (isFirstOfCharacter(byte)) column++
    return new StrictJsonError(type, line, `line ${line}, column ${column} ${reason}`)
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE

/** Not one of the bytes that continue a character in UTF-8. */
const isFirstOfCharacter = (byte: number): boolean => (byte & 0xc0) !== 0x80

const textAt = (bytes: Uint8Array, start: number, end: number): string =>
  new TextDecoder().decode(bytes.subarray(start, end))

/** The number of bytes of an escape; 0 if it is not one. */
function escapeLength(bytes: Uint8Array, start: number): number {
  const text = textAt(bytes, start, start + 6)
  return /^\\(u[\da-fA-F]{4}|["\\/bfnrt])/.exec(text)?.[0].length ?? 0
}

/** Above this many, names are looked up in a table instead of compared one by one. */
const FEW = 32

/** The names of one object's members, by 52 bits of each: names that were made to collide are refused too. */
class MemberNames {
  readonly #few: number[] = []
  #many: Set<number> | null = null

  /** false if the name is already there. Its quotes are part of it. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    const hash = hashOf(bytes, start, end)
    if (this.#many ? this.#many.has(hash) : this.#few.includes(hash)) return false
    if (this.#many) this.#many.add(hash)
    else if (this.#few.push(hash) > FEW) this.#many = new Set(this.#few)
    return true
  }
}

/** FNV-1a twice, from two beginnings; of names with escapes as they are without. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let [high, low] = [0x811c9dc5, 0x1b873593]
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) {
      const plain = new TextEncoder().encode(`"${JSON.parse(textAt(bytes, start, end))}"`)
      // A real backslash is replaced by NUL, which no other name contains, so that it is not taken for an escape.
      return hashOf(
        plain.map((one) => (one === BACKSLASH ? 0 : one)),
        0,
        plain.length,
      )
    }
    high = Math.imul(high ^ byte, 0x01000193)
    low = Math.imul(low ^ byte, 0x01000193)
  }
  return (high >>> 0) * 2 ** 20 + (low >>> 12)
}
