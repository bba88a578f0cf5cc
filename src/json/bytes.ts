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

/** The closing quote of the text that begins at `opening`; the length of the bytes if they end before it. */
export function closingQuote(bytes: Uint8Array, opening: number): number {
  let at = opening + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return Math.min(at, bytes.length)
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
