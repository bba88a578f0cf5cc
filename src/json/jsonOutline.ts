import {
  afterMark,
  afterSpace,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfValue,
  LINE_END,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './bytes.ts'
import { JsonTextError } from './jsonTextError.ts'
import { parseJson } from './text.ts'

/** The number of places that are remembered; the largest sets of boxes have a tenth of it in a file. */
const MAX_ENTRIES = 2 ** 23

/**
 * Finds the members of a JSON text and the entries of its lists in its bytes, and parses them on demand: a file takes
 * the memory of its bytes instead of the many times larger memory of its values. A member or an entry that is not JSON
 * fails when it is parsed; one that is not read is skipped.
 */
export class JsonOutline {
  readonly #bytes: Uint8Array
  readonly #members = new Map<string, readonly [start: number, end: number]>()

  /** The range of a value that is not an object and so has no members. */
  #whole: readonly [start: number, end: number] | null = null

  /** @throws JsonTextError where the bytes are not one JSON value */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const scan = new Scan(bytes)
    if (!scan.passes(OPEN_OBJECT)) this.#whole = scan.value()
    else if (!scan.passes(CLOSE_OBJECT)) {
      do {
        const [start, end] = scan.value()
        if (bytes[start] !== QUOTE) throw scan.fault()
        const name = String(parseJson(bytes.subarray(start, end)))
        scan.expect(COLON)
        this.#members.set(name, scan.value())
      } while (scan.passes(COMMA))
      scan.expect(CLOSE_OBJECT)
    }
    scan.expectEnd()
  }

  get byteLength(): number {
    return this.#bytes.length
  }

  has(name: string): boolean {
    return this.#members.has(name)
  }

  /** undefined where it is not there. @throws JsonTextError */
  member(name: string): unknown {
    const range = this.#members.get(name)
    return range && parseJson(this.#bytes.subarray(...range))
  }

  /** null if the member is not a list. @throws JsonTextError if the list is not closed */
  list(name: string): JsonList | null {
    return this.#listAt(this.#members.get(name) ?? null)
  }

  /** The list that is the whole text; null for anything else. */
  wholeList(): JsonList | null {
    return this.#listAt(this.#whole)
  }

  #listAt(range: readonly [start: number, end: number] | null): JsonList | null {
    return range && this.#bytes[range[0]] === OPEN_LIST ? new JsonList(this.#bytes.subarray(...range)) : null
  }
}

/** The entries of a list, parsed one by one. */
export class JsonList {
  readonly #bytes: Uint8Array
  /** The first byte, and the one after the last, of each entry in turn. */
  #ranges = new Uint32Array(1024)
  #count = 0

  /** @throws JsonTextError if the bytes are not a list */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const scan = new Scan(bytes)
    scan.expect(OPEN_LIST)
    if (!scan.passes(CLOSE_LIST)) {
      do this.#add(...scan.value())
      while (scan.passes(COMMA))
      scan.expect(CLOSE_LIST)
    }
    scan.expectEnd()
  }

  get length(): number {
    return this.#count
  }

  /** @throws JsonTextError */
  at(index: number): unknown {
    return parseJson(this.#bytes.subarray(this.#ranges[2 * index], this.#ranges[2 * index + 1]))
  }

  #add(start: number, end: number): void {
    if (this.#count === MAX_ENTRIES) throw new JsonTextError(`a list has more than ${MAX_ENTRIES} entries`)
    if (2 * this.#count === this.#ranges.length) {
      const larger = new Uint32Array(2 * this.#ranges.length)
      larger.set(this.#ranges)
      this.#ranges = larger
    }
    this.#ranges.set([start, end], 2 * this.#count++)
  }
}

/** Walks over bytes and separates values without looking into them. */
class Scan {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#at = afterMark(bytes)
  }

  expect(byte: number): void {
    if (!this.passes(byte)) throw this.fault()
  }

  expectEnd(): void {
    this.#passSpace()
    if (this.#at < this.#bytes.length) throw this.fault()
  }

  passes(byte: number): boolean {
    this.#passSpace()
    if (this.#bytes[this.#at] !== byte) return false
    this.#at++
    return true
  }

  /** The place of the next value, which is passed. */
  value(): [start: number, end: number] {
    this.#passSpace()
    const start = this.#at
    const end = endOfValue(this.#bytes, start)
    if (end < 0) throw this.fault(-1 - end)
    this.#at = end
    return [start, end]
  }

  fault(at = this.#at): JsonTextError {
    const end = Math.min(at, this.#bytes.length)
    let line = 1
    for (let i = 0; i < end; i++) if (this.#bytes[i] === LINE_END) line++
    const isCut = at >= this.#bytes.length
    return new JsonTextError(`the body is not JSON: ${isCut ? 'it ends too early' : `the fault is on line ${line}`}`)
  }

  #passSpace(): void {
    this.#at = afterSpace(this.#bytes, this.#at)
  }
}
