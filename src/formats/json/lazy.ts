import { JsonTextError } from './jsonTextError.ts'
import { parseJson } from './text.ts'

/** A list of parsed values, or one that is parsed entry by entry while it is walked. */
export interface ListLike extends Iterable<unknown> {
  readonly length: number
  at(index: number): unknown
}

/** Smaller lists and objects are parsed at once: what they become is bounded with them. */
const SMALL_BYTES = 64 * 1024
/** More members than any document of ours has; each of them would be kept. */
const MOST_MEMBERS = 100_000

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const ZERO = 0x30
/** So many digits are always a safe integer. */
const SHORT_NUMBER = 15

const notJson = (at: number) => new JsonTextError(`the body is not JSON: unexpected text at byte ${at}`)

/**
 * Parses JSON without making everything of it at once: large lists stay bytes, and their entries are parsed one at a
 * time, so a list of millions takes no more memory than its text. Faults of syntax inside are found while walking.
 * @throws JsonTextError
 */
export function parseLazily(bytes: Uint8Array): unknown {
  const start = afterSpace(bytes, hasByteOrderMark(bytes) ? 3 : 0)
  if (start === bytes.length) throw new JsonTextError('the body is empty; JSON was expected')
  const end = endOfValue(bytes, start)
  if (afterSpace(bytes, end) !== bytes.length) throw notJson(end)
  return parseSlice(bytes, start, end)
}

export const isListLike = (value: unknown): value is ListLike => Array.isArray(value) || value instanceof LazyList

/** Entries are best asked for in order: going back begins at the first again. */
class LazyList implements ListLike {
  readonly length: number
  readonly #bytes: Uint8Array
  /** Behind the opening bracket. */
  readonly #start: number
  #nextIndex = 0
  #nextAt: number

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes
    this.#start = start + 1
    this.#nextAt = this.#start
    this.length = countEntries(bytes, start, end)
  }

  at(index: number): unknown {
    if (index < 0 || index >= this.length) return undefined
    if (index < this.#nextIndex) {
      this.#nextIndex = 0
      this.#nextAt = this.#start
    }
    while (this.#nextIndex < index) this.#pass()
    const [start, end] = this.#pass()
    return parseSlice(this.#bytes, start, end)
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }

  #pass(): [number, number] {
    const start = afterSpace(this.#bytes, this.#nextAt)
    const end = endOfValue(this.#bytes, start)
    const next = afterSpace(this.#bytes, end)
    if (this.#bytes[next] !== COMMA && this.#bytes[next] !== CLOSE_LIST) throw notJson(next)
    this.#nextAt = next + 1
    this.#nextIndex++
    return [start, end]
  }
}

function parseSlice(bytes: Uint8Array, start: number, end: number): unknown {
  const first = bytes[start]
  if (first >= ZERO && first <= 0x39 && end - start < SHORT_NUMBER) {
    const value = shortInteger(bytes, start, end)
    if (value !== null) return value
  }
  if (end - start > SMALL_BYTES) {
    if (first === OPEN_LIST) return new LazyList(bytes, start, end)
    if (first === OPEN_OBJECT) return parseMembers(bytes, start, end)
  }
  return parseJson(bytes.subarray(start, end))
}

/** Labels and run lengths come by the million: read without a text in between. Null: something else than digits. */
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

function parseMembers(bytes: Uint8Array, start: number, end: number): Record<string, unknown> {
  const members: [string, unknown][] = []
  let at = afterSpace(bytes, start + 1)
  while (bytes[at] !== CLOSE_OBJECT || members.length > 0) {
    if (bytes[at] !== QUOTE) throw notJson(at)
    const endOfKey = endOfString(bytes, at)
    const key = parseJson(bytes.subarray(at, endOfKey)) as string
    const colon = afterSpace(bytes, endOfKey)
    if (bytes[colon] !== COLON) throw notJson(colon)
    const valueAt = afterSpace(bytes, colon + 1)
    const valueEnd = endOfValue(bytes, valueAt)
    members.push([key, parseSlice(bytes, valueAt, valueEnd)])
    if (members.length > MOST_MEMBERS)
      throw new JsonTextError(`an object of the body has more than ${MOST_MEMBERS} members`)
    const next = afterSpace(bytes, valueEnd)
    if (bytes[next] === CLOSE_OBJECT && next === end - 1) break
    if (bytes[next] !== COMMA) throw notJson(next)
    at = afterSpace(bytes, next + 1)
  }
  return Object.fromEntries(members)
}

function countEntries(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0
  let commas = 0
  let hasEntry = false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (depth > 0) hasEntry = true
      depth++
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    else if (byte === QUOTE) {
      hasEntry = true
      at = endOfString(bytes, at) - 1
    } else if (byte === COMMA) {
      if (depth === 1) commas++
    } else if (byte > 0x20) hasEntry = true
  }
  return hasEntry || commas > 0 ? commas + 1 : 0
}

/** Behind the value that begins here; of lists and objects by their brackets alone. */
function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfString(bytes, at) - 1
      if (depth === 0) return at + 1
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 0) return scalarEnd(start, at)
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (byte === COMMA || byte === COLON || byte <= 0x20)) return scalarEnd(start, at)
  }
  if (depth > 0) throw new JsonTextError('the body is not JSON: it ends in the middle of a list or object')
  return scalarEnd(start, bytes.length)
}

function scalarEnd(start: number, end: number): number {
  if (end === start) throw notJson(start)
  return end
}

/** Behind the closing quote. */
function endOfString(bytes: Uint8Array, opening: number): number {
  for (let at = opening + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++
    else if (bytes[at] === QUOTE) return at + 1
  }
  throw new JsonTextError('the body is not JSON: it ends in the middle of a text')
}

function afterSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09))
    at++
  return at
}

const hasByteOrderMark = (bytes: Uint8Array) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
