/*
 * JSON as bytes: its signs, and where texts and values end. Brackets and quotes alone are matched; whether the bytes
 * between them are JSON is for the parser to say.
 */

export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const COMMA = 0x2c
export const COLON = 0x3a
export const OPEN_LIST = 0x5b
export const CLOSE_LIST = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d
export const ZERO = 0x30
export const NINE = 0x39
export const SPACE = 0x20
export const TAB = 0x09
export const LINE_END = 0x0a
export const CARRIAGE_RETURN = 0x0d

export const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LINE_END || byte === CARRIAGE_RETURN || byte === TAB

/** The first byte after a byte order mark, if there is one. */
export const afterMark = (bytes: Uint8Array): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

export function afterSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && isSpace(bytes[at])) at++
  return at
}

/** The kind of bytes outside texts that separate nothing: of numbers, words and colons. */
export const OTHER = 0
/**
 * The kind of a byte outside texts: SPACE, COMMA, QUOTE, OTHER, or one kind for both opening brackets (OPEN_LIST) and
 * one for both closing brackets (CLOSE_LIST).
 */
export const KINDS = new Uint8Array(256)
KINDS.fill(SPACE, 0, SPACE + 1)
for (const byte of [COMMA, QUOTE]) KINDS[byte] = byte
for (const byte of [OPEN_LIST, OPEN_OBJECT]) KINDS[byte] = OPEN_LIST
for (const byte of [CLOSE_LIST, CLOSE_OBJECT]) KINDS[byte] = CLOSE_LIST

/** After so many bytes the engine searches for the quote: for less its call takes longer than the search. */
const LONG_BYTES = 64

/** The closing quote of the text that begins at `opening`; the length of the bytes if they end before it. */
export function closingQuote(bytes: Uint8Array, opening: number): number {
  let at = opening + 1
  while (at < bytes.length) {
    const longFrom = at + LONG_BYTES
    while (at < bytes.length && at < longFrom) {
      const byte = bytes[at]
      if (byte === QUOTE) return at
      at += byte === BACKSLASH ? 2 : 1
    }
    const quote = bytes.indexOf(QUOTE, at)
    if (quote < 0) break
    let from = quote
    while (from > at && bytes[from - 1] === BACKSLASH) from--
    // An odd number of backslashes escapes the quote.
    if ((quote - from) % 2 === 0) return quote
    at = quote + 1
  }
  return bytes.length
}

/** The first byte after the value that begins at `start`; -1 - the place where no value can end. */
export function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = closingQuote(bytes, at)
      if (at === bytes.length) break
      if (depth === 0) return at + 1
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 0) return at > start ? at : -1 - start
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (byte === COMMA || byte === COLON || byte <= SPACE)) return at > start ? at : -1 - start
  }
  return depth > 0 || bytes[start] === QUOTE || start >= bytes.length ? -1 - bytes.length : bytes.length
}
