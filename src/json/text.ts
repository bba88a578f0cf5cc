import { beginningOf } from './beginningOf.ts'
import { JsonTextError } from './jsonTextError.ts'
import { JsonMeter } from './meter.ts'

/**
 * The maximum nesting of lists and objects: no document of ours comes near it, and deep nesting is costly in every
 * parser.
 */
export const MAX_DEPTH = 64

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses JSON as received: UTF-8 (a byte order mark is tolerated), no NUL and no lone surrogate in any string or key,
 * since no database column and no other program could store them, and limited nesting. Depth and number of values are
 * counted before the bytes are parsed.
 * @throws JsonTextError
 */
export function parseJson(bytes: Uint8Array, maxValues = Infinity, maxParts = Infinity): unknown {
  new JsonMeter({ depth: MAX_DEPTH, values: maxValues, parts: maxParts }).push(bytes)
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new JsonTextError('the body is not valid UTF-8')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new JsonTextError(text.trim() === '' ? 'the body is empty; JSON was expected' : notJson(error, text))
  }
  // Raw control characters are no JSON and raw surrogates no UTF-8, so both can only come in as escapes.
  if (/\\u(?:0000|[dD][89a-fA-F])/.test(text)) refuseUnkeepableText(value)
  return value
}

/** The engine's words quote the text, and messages are logged: only the place is taken from them. */
function notJson(error: unknown, text: string): string {
  const place = / at position \d+( \(line \d+ column \d+\))?/.exec(String(error))?.[0]
  const fault = place ? `the fault is${place}` : faultOfWord(text)
  return `the body is not JSON${fault && `: ${fault}`}`
}

/** Searching longer texts again would cost as much as parsing them. */
const LONGEST_SEARCHED = 1024 * 1024
const JSON_WORD = /[\s{}[\]:,]+|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null/y
const FOREIGN_WORD = /(?:NaN|Infinity|None|True|False|undefined)\b/y

/** The engine gives no position for words that are not JSON, such as the NaN that Python writes. */
function faultOfWord(text: string): string {
  if (text.length > LONGEST_SEARCHED) return ''
  let at = 0
  for (JSON_WORD.lastIndex = 0; JSON_WORD.test(text); ) at = JSON_WORD.lastIndex
  if (at === text.length) return ''
  FOREIGN_WORD.lastIndex = at
  const word = FOREIGN_WORD.exec(text)?.[0]
  const lines = text.slice(0, at).split('\n')
  return `${word ? `${word} is no value of JSON` : 'the fault is'} at position ${at} (line ${lines.length} column ${(lines.at(-1) ?? '').length + 1})`
}

const UNKEEPABLE = /\0|\p{Surrogate}/u

/** Walks with an explicit stack: a body may be nested deeper than the call stack allows. */
function refuseUnkeepableText(root: unknown): void {
  const open: { value: unknown; path: string }[] = [{ value: root, path: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      if (UNKEEPABLE.test(value)) throw new JsonTextError('a string holds NUL or half of a surrogate pair', path)
    } else if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++)
        open.push({ value: value[i], path: path.length < 200 ? `${path}[${i}]` : path })
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) {
        if (UNKEEPABLE.test(key)) throw new JsonTextError('a key holds NUL or half of a surrogate pair', path)
        open.push({ value: inner, path: path.length < 200 ? memberPath(path, key) : path })
      }
    }
  }
}

const LONGEST_KEY = 200

/** Path of a member: `data.image_url`, or `data["odd key"]` if the key is not a plain word. A very long key is cut. */
export function memberPath(parent: string, fullKey: string): string {
  const key = fullKey.length > LONGEST_KEY ? `${beginningOf(fullKey, LONGEST_KEY)}…` : fullKey
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}
