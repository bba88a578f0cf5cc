/** What is wrong with bytes that should be one JSON text. `field` is the path of the offending value, '' for the whole. */
export class JsonTextError extends Error {
  readonly field: string
  constructor(message: string, field = '') {
    super(message)
    this.field = field
  }
}

/** As deep as lists and objects may be nested: what is far deeper cannot be written again, by us or by others. */
export const MAX_DEPTH = 500

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses JSON as it came over the wire: UTF-8 (a byte order mark is tolerated), no NUL and no lone surrogate in any
 * string or key, because no database column and no other program could keep them, and no endless nesting.
 * Throws JsonTextError.
 */
export function parseJson(bytes: Uint8Array): unknown {
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
    throw new JsonTextError(
      text.trim() === '' ? 'the body is empty; JSON was expected' : `the body is not JSON: ${(error as Error).message}`,
    )
  }
  if (isDeeper(bytes, MAX_DEPTH)) throw new JsonTextError(`the body is nested deeper than ${MAX_DEPTH} levels`)
  // Raw control characters are no JSON and raw surrogates no UTF-8, so both can only come in as escapes.
  if (/\\u(?:0000|[dD][89a-fA-F])/.test(text)) refuseUnkeepableText(value)
  return value
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Looks at the bytes of what was parsed as JSON: a walk over its values would cost more. */
function isDeeper(bytes: Uint8Array, most: number): boolean {
  // Each level takes two brackets.
  if (bytes.length <= 2 * most) return false
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x5b || byte === 0x7b) {
      if (++depth > most) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
    else if (byte === QUOTE) at = endOfString(bytes, at)
  }
  return false
}

function endOfString(bytes: Uint8Array, opening: number): number {
  for (let at = bytes.indexOf(QUOTE, opening + 1); ; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === BACKSLASH) escapes++
    if (escapes % 2 === 0) return at
  }
}

const UNKEEPABLE = /\0|\p{Surrogate}/u

/** Walks with a list of its own: a body may be nested deeper than the call stack is. */
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

/** Path of a member: `data.image_url`, or `data["odd key"]` where the key is no plain word. */
export function memberPath(parent: string, key: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${parent}[${JSON.stringify(key)}]`
  return parent === '' ? key : `${parent}.${key}`
}
