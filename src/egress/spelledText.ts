/** Which escapes are undone, besides backslashes. */
export interface Reading {
  /** Those of JSON, as `\u0022`. */
  unicode: boolean
  /** Those of URLs, as `%22`. */
  percent: boolean
  /** Those of HTML, as `&#34;`. */
  entities: boolean
}

/**
 * A text with its escapes undone, and the position of each character. Backslashes are counted instead of interpreted:
 * JSON inside JSON escapes the escapes, so any number of them may precede a character.
 */
export interface SpelledText {
  /** Without backslashes; a plus sign is a space, as in forms. */
  characters: string
  /** Where each character begins and ends in the text, and where the backslashes before it begin. */
  starts: readonly number[]
  ends: readonly number[]
  runStarts: readonly number[]
  /** Backslashes before each character, and after the last. */
  escapes: readonly number[]
  trailing: number
  length: number
}

/** A secret in the same form: no escapes undone, its own backslashes counted. */
export const textOfSecret = (secret: string): SpelledText =>
  readSpelled(secret, { unicode: false, percent: false, entities: false })

/** One pass over the text: each place is read once. */
export function readSpelled(text: string, reading: Reading): SpelledText {
  const [starts, ends, runStarts, escapes]: number[][] = [[], [], [], []]
  let characters = ''
  let run = 0
  let runStart = 0
  for (let at = 0; at < text.length; ) {
    const { read, end } = nextOf(text, at, reading, run > 0)
    for (const character of read.split('')) {
      if (character === '\\') {
        if (run === 0) runStart = at
        run++
        continue
      }
      starts.push(at)
      ends.push(end)
      runStarts.push(run > 0 ? runStart : at)
      escapes.push(run)
      characters += character === '+' ? ' ' : character
      run = 0
    }
    at = end
  }
  return { characters, starts, ends, runStarts, escapes, trailing: run, length: text.length }
}

interface Read {
  /** One character, in one or two units. */
  read: string
  end: number
}

function nextOf(text: string, at: number, { unicode, percent, entities }: Reading, isEscaped: boolean): Read {
  const character = text[at]
  const escaped =
    (unicode && isEscaped && character === 'u' && codeOf(text, at + 1, 16, 4, 4)) ||
    (percent && character === '%' && percentOf(text, at)) ||
    (entities && character === '&' && entityOf(text, at))
  return escaped || { read: character, end: at + 1 }
}

/** A code point of `least` to `most` digits; null if there are fewer, or if it is not a character. */
function codeOf(text: string, from: number, base: 10 | 16, least: number, most: number): Read | null {
  let code = 0
  let end = from
  for (; end < text.length && end - from < most; end++) {
    const digit = Number.parseInt(text[end], base)
    if (Number.isNaN(digit)) break
    code = Math.min(code * base + digit, TOO_LARGE)
  }
  return end - from < least || code >= TOO_LARGE ? null : { read: String.fromCodePoint(code), end }
}
const TOO_LARGE = 0x110000

/** A character of one to four bytes in UTF-8, each as two digits after a percent sign. */
function percentOf(text: string, at: number): Read | null {
  const first = byteAt(text, at)
  if (first === null) return null
  const size = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  const bytes: number[] = []
  for (let i = 0; i < size; i++) {
    const byte = byteAt(text, at + 3 * i)
    if (byte === null) return null
    bytes.push(byte)
  }
  return { read: Buffer.from(bytes).toString('utf8'), end: at + 3 * size }
}

function byteAt(text: string, at: number): number | null {
  const [high, low] = [Number.parseInt(text[at + 1], 16), Number.parseInt(text[at + 2], 16)]
  return text[at] !== '%' || Number.isNaN(high) || Number.isNaN(low) ? null : high * 16 + low
}

const NAMED_ENTITIES: readonly (readonly [name: string, read: string])[] = [
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]
/** Leading zeros of an entity that are read. */
const MAX_DIGITS = 16

function entityOf(text: string, at: number): Read | null {
  for (const [name, read] of NAMED_ENTITIES) if (text.startsWith(name, at)) return { read, end: at + name.length }
  if (text[at + 1] !== '#') return null
  const isHex = text[at + 2] === 'x' || text[at + 2] === 'X'
  const code = isHex ? codeOf(text, at + 3, 16, 1, MAX_DIGITS) : codeOf(text, at + 2, 10, 1, MAX_DIGITS)
  return code && text[code.end] === ';' ? { read: code.read, end: code.end + 1 } : null
}
