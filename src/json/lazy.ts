import {
  afterMark,
  afterSpace,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  closingQuote,
  endOfValue,
  KINDS,
  NINE,
  OPEN_LIST,
  OPEN_OBJECT,
  OTHER,
  QUOTE,
  SPACE,
  ZERO,
} from './bytes.ts'
import { JsonTextError } from './jsonTextError.ts'
import { nestedTooDeep } from './meter.ts'
import { MAX_DEPTH, parseJson } from './text.ts'

/** A list of parsed values, or one that is parsed entry by entry while it is walked. */
export interface ListLike extends Iterable<unknown> {
  readonly length: number
  at(index: number): unknown
}

/** Smaller lists and objects are parsed in one step, since their size bounds their values. */
const SMALL_BYTES = 64 * 1024
/** More members than any document of ours has; each of them takes memory. */
const MOST_MEMBERS = 100_000

/** This many digits are always a safe integer. */
const SHORT_NUMBER = 15

/** A text of any document of ours is shorter: masks in one text are the longest. */
const LONGEST_TEXT_BYTES = 16 * 1024 * 1024

const notJson = (at: number) => new JsonTextError(`the body is not JSON: unexpected text at byte ${at}`)

const endsEarly = (inside: string) => new JsonTextError(`the body is not JSON: it ends in the middle of a ${inside}`)

/**
 * Parses JSON lazily: large lists stay bytes, and their entries are parsed one at a time, so a list of millions takes
 * no more memory than its text. Syntax errors inside are found during iteration.
 * @throws JsonTextError
 */
export function parseLazily(bytes: Uint8Array): unknown {
  const start = afterSpace(bytes, afterMark(bytes))
  if (start === bytes.length) throw new JsonTextError('the body is empty; JSON was expected')
  const outline = new Outline(bytes, start)
  const end = outline.endOf(start)
  if (afterSpace(bytes, end) !== bytes.length) throw notJson(end)
  return parseSlice(outline, start, end)
}

/**
 * The end of each large list and object, and the number of its entries: found in one pass over the bytes, however deep
 * they are nested. Small ones are parsed when they are reached.
 */
class Outline {
  readonly bytes: Uint8Array
  readonly #large = new Map<number, { end: number; entries: number }>()

  constructor(bytes: Uint8Array, start: number) {
    this.bytes = bytes
    if (bytes[start] === OPEN_LIST || bytes[start] === OPEN_OBJECT) this.#walk(start)
  }

  endOf(start: number): number {
    return this.#large.get(start)?.end ?? endOf(this.bytes, start)
  }

  entriesOf(start: number): number {
    return this.#large.get(start)?.entries ?? 0
  }

  /** Matches brackets only: the parser finds out whether the text between them is JSON. */
  #walk(start: number): void {
    const { bytes } = this
    // The open lists and objects around this place, by depth: where they begin, and their entries so far.
    const starts = new Int32Array(MAX_DEPTH)
    const counts = new Int32Array(MAX_DEPTH)
    let depth = 0
    let from = start
    let commas = 0
    let isFilled = false
    const kinds = KINDS
    const { length } = bytes
    for (let at = start + 1; at < length; at++) {
      // The most frequent kinds first.
      const kind = kinds[bytes[at]]
      if (kind === OTHER) {
        isFilled = true
        continue
      }
      if (kind === COMMA) {
        commas++
        continue
      }
      if (kind === SPACE) continue
      if (kind === OPEN_LIST) {
        if (depth + 1 === MAX_DEPTH) throw nestedTooDeep(MAX_DEPTH)
        starts[depth] = from
        counts[depth++] = commas
        from = at
        commas = 0
        isFilled = false
      } else if (kind === CLOSE_LIST) {
        if (at + 1 - from > SMALL_BYTES)
          this.#large.set(from, { end: at + 1, entries: isFilled || commas > 0 ? commas + 1 : 0 })
        if (depth === 0) return
        from = starts[--depth]
        commas = counts[depth]
        isFilled = true
      } else {
        isFilled = true
        at = endOfString(bytes, at) - 1
      }
    }
    throw endsEarly('list or object')
  }
}

export const isListLike = (value: unknown): value is ListLike => Array.isArray(value) || value instanceof LazyList

/** Entries should be read in order: going back starts at the first again. */
class LazyList implements ListLike {
  readonly length: number
  readonly #outline: Outline
  /** The first byte after the opening bracket. */
  readonly #start: number
  #nextIndex = 0
  #nextAt: number

  constructor(outline: Outline, start: number) {
    this.#outline = outline
    this.#start = start + 1
    this.#nextAt = this.#start
    this.length = outline.entriesOf(start)
  }

  at(index: number): unknown {
    if (index < 0 || index >= this.length) return undefined
    if (index < this.#nextIndex) {
      this.#nextIndex = 0
      this.#nextAt = this.#start
    }
    while (this.#nextIndex < index) this.#pass()
    const [start, end] = this.#pass()
    return parseSlice(this.#outline, start, end)
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }

  #pass(): [number, number] {
    const { bytes } = this.#outline
    const start = afterSpace(bytes, this.#nextAt)
    const end = this.#outline.endOf(start)
    const next = afterSpace(bytes, end)
    if (bytes[next] !== COMMA && bytes[next] !== CLOSE_LIST) throw notJson(next)
    this.#nextAt = next + 1
    this.#nextIndex++
    return [start, end]
  }
}

function parseSlice(outline: Outline, start: number, end: number): unknown {
  const { bytes } = outline
  const first = bytes[start]
  if (first >= ZERO && first <= NINE && end - start < SHORT_NUMBER) {
    const value = shortInteger(bytes, start, end)
    if (value !== null) return value
  }
  if (end - start > SMALL_BYTES) {
    if (first === OPEN_LIST) return new LazyList(outline, start)
    if (first === OPEN_OBJECT) return parseMembers(outline, start, end)
  }
  if (first === QUOTE && end - start > LONGEST_TEXT_BYTES) {
    throw new JsonTextError(`a text of the body has more than ${LONGEST_TEXT_BYTES} bytes`)
  }
  return parseJson(bytes.subarray(start, end))
}

/**
 * Reads a small whole number without making a text, since labels and run lengths come by the million. null: not only
 * digits.
 */
function shortInteger(bytes: Uint8Array, start: number, end: number): number | null {
  if (bytes[start] === ZERO && end > start + 1) return null
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = bytes[at] - ZERO
    if (digit < 0 || digit > 9) return null
    value = value * 10 + digit
  }
  return value
}

function parseMembers(outline: Outline, start: number, end: number): Record<string, unknown> {
  const { bytes } = outline
  const members: [string, unknown][] = []
  let at = afterSpace(bytes, start + 1)
  while (bytes[at] !== CLOSE_OBJECT || members.length > 0) {
    if (bytes[at] !== QUOTE) throw notJson(at)
    const endOfKey = endOfString(bytes, at)
    const key = parseJson(bytes.subarray(at, endOfKey)) as string
    const colon = afterSpace(bytes, endOfKey)
    if (bytes[colon] !== COLON) throw notJson(colon)
    const valueAt = afterSpace(bytes, colon + 1)
    const valueEnd = outline.endOf(valueAt)
    members.push([key, parseSlice(outline, valueAt, valueEnd)])
    if (members.length > MOST_MEMBERS)
      throw new JsonTextError(`an object of the body has more than ${MOST_MEMBERS} members`)
    const next = afterSpace(bytes, valueEnd)
    if (bytes[next] === CLOSE_OBJECT && next === end - 1) break
    if (bytes[next] !== COMMA) throw notJson(next)
    at = afterSpace(bytes, next + 1)
  }
  return Object.fromEntries(members)
}

/** The first byte after the value. */
function endOf(bytes: Uint8Array, start: number): number {
  const end = endOfValue(bytes, start)
  if (end >= 0) return end
  const at = -1 - end
  throw at < bytes.length || at === start ? notJson(at) : endsEarly(bytes[start] === QUOTE ? 'text' : 'list or object')
}

/** The first byte after the closing quote. */
function endOfString(bytes: Uint8Array, opening: number): number {
  const at = closingQuote(bytes, opening)
  if (at === bytes.length) throw endsEarly('text')
  return at + 1
}
