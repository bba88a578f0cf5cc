import {
  afterMark,
  afterSpace,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  closingQuote,
  endOfValue,
  isSpace,
  LINE_END,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './bytes.ts'

/**
 * Byte ranges of the elements of a JSON list, so that each element's own bytes can be stored. The bytes must already
 * have been parsed as JSON: this does not check them. Returns null if they are not a list.
 */
export function listElements(bytes: Uint8Array): { start: number; end: number }[] | null {
  let at = 0
  while (at < bytes.length && bytes[at] !== OPEN_LIST) {
    if (bytes[at] === OPEN_OBJECT || bytes[at] === QUOTE) return null
    at++
  }
  if (at === bytes.length) return null
  const ranges: { start: number; end: number }[] = []
  let depth = 0
  let start = at + 1
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = closingQuote(bytes, at)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--
      if (depth === 0) break
    } else if (byte === COMMA && depth === 1) {
      ranges.push(trimmed(bytes, start, at))
      start = at + 1
    }
  }
  const last = trimmed(bytes, start, at)
  if (last.end > last.start) ranges.push(last)
  return ranges
}

/**
 * Byte range of the value of a member of a JSON object, so that it can be passed on as it was written; the last of
 * several of one name, as parsing takes it. The bytes must already have been parsed. null if there is none.
 */
export function memberRange(bytes: Uint8Array, name: string): { start: number; end: number } | null {
  const decoder = new TextDecoder()
  let found: { start: number; end: number } | null = null
  let at = afterSpace(bytes, afterMark(bytes))
  if (bytes[at] !== OPEN_OBJECT) return null
  at = afterSpace(bytes, at + 1)
  while (bytes[at] === QUOTE) {
    const quote = closingQuote(bytes, at)
    const start = afterSpace(bytes, afterSpace(bytes, quote + 1) + 1)
    const end = endOfValue(bytes, start)
    if (end < start) return null
    if (JSON.parse(decoder.decode(bytes.subarray(at, quote + 1))) === name) found = { start, end }
    // Behind the comma, or the end of the object.
    at = afterSpace(bytes, afterSpace(bytes, end) + 1)
  }
  return found
}

/** Byte ranges of the lines of NDJSON that hold something. */
export function lineRanges(bytes: Uint8Array): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  let start = 0
  while (start < bytes.length) {
    let end = bytes.indexOf(LINE_END, start)
    if (end < 0) end = bytes.length
    const line = trimmed(bytes, start, end)
    if (line.end > line.start) ranges.push(line)
    start = end + 1
  }
  return ranges
}

function trimmed(bytes: Uint8Array, start: number, end: number): { start: number; end: number } {
  while (start < end && isSpace(bytes[start])) start++
  while (end > start && isSpace(bytes[end - 1])) end--
  return { start, end }
}
