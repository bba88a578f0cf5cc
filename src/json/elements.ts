const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Byte ranges of the elements of a JSON list, so that each element's own bytes can be stored. The bytes must already
 * have been parsed as JSON: this does not check them. Returns null if they are not a list.
 */
export function listElements(bytes: Uint8Array): { start: number; end: number }[] | null {
  let at = 0
  while (at < bytes.length && bytes[at] !== 0x5b) {
    if (bytes[at] === 0x7b || bytes[at] === QUOTE) return null
    at++
  }
  if (at === bytes.length) return null
  const ranges: { start: number; end: number }[] = []
  let depth = 0
  let start = at + 1
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === 0x5b || byte === 0x7b) depth++
    else if (byte === 0x5d || byte === 0x7d) {
      depth--
      if (depth === 0) break
    } else if (byte === 0x2c && depth === 1) {
      ranges.push(trimmed(bytes, start, at))
      start = at + 1
    }
  }
  const last = trimmed(bytes, start, at)
  if (last.end > last.start) ranges.push(last)
  return ranges
}

/** Byte ranges of the lines of NDJSON that hold something. */
export function lineRanges(bytes: Uint8Array): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  let start = 0
  while (start < bytes.length) {
    let end = bytes.indexOf(0x0a, start)
    if (end < 0) end = bytes.length
    const line = trimmed(bytes, start, end)
    if (line.end > line.start) ranges.push(line)
    start = end + 1
  }
  return ranges
}

function endOfString(bytes: Uint8Array, quote: number): number {
  let at = quote + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function trimmed(bytes: Uint8Array, start: number, end: number): { start: number; end: number } {
  const isSpace = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
  while (start < end && isSpace(bytes[start])) start++
  while (end > start && isSpace(bytes[end - 1])) end--
  return { start, end }
}
