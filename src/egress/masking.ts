import { type Reading, readSpelled, type SpelledText, textOfSecret } from './spelledText.ts'

const MASK = '[secret]'
const SHORTEST_PREFIX = 6

/** An upper bound for the bytes of any spelling of a secret: `\u0022` takes six for one character. */
export const spelledBytes = (secret: string): number => secret.length * 6 + 16

/** A part of a text, from its first character to the one after its last. */
type Span = readonly [start: number, end: number]

/**
 * The first `length` characters of a text without secrets: neither in plain spelling, nor escaped for JSON, URLs or
 * HTML (whole or in part), nor in base64, base64url or hexadecimal, nor cut off at the text's end. A secret that begins
 * before the cut is found as long as the text holds all of it (`spelledBytes`). The time is linear in the text for each
 * secret: escapes are undone first and matching never goes backwards, so that no text and no secret can make it slow.
 */
export function withoutSecrets(text: string, secrets: readonly string[], length: number): string {
  const wanted = secrets.filter((secret) => secret !== '')
  if (wanted.length === 0) return text.slice(0, length)
  const broken = brokenOffAt(text, wanted)
  const end = broken ?? text.length
  let clean = ''
  let at = 0
  for (const [from, to] of merged(spansOf(text.slice(0, end), wanted))) {
    if (from >= length) break
    clean += text.slice(at, from) + MASK
    at = to
  }
  clean += text.slice(at, Math.max(at, Math.min(length, end)))
  return broken !== null && broken < length ? clean + MASK : clean
}

/**
 * The escapes to undo in the text. A secret may itself look like an escape, so each text is also read unchanged;
 * escapes that the text does not contain are skipped.
 */
function readingsOf(text: string): Reading[] {
  const choices = (isThere: boolean) => (isThere ? [false, true] : [false])
  return choices(/\\u|%|&/.test(text) && text.includes('u')).flatMap((unicode) =>
    choices(text.includes('%')).flatMap((percent) =>
      choices(text.includes('&')).map((entities) => ({ unicode, percent, entities })),
    ),
  )
}

function spansOf(text: string, secrets: readonly string[]): Span[] {
  const spans: Span[] = []
  for (const reading of readingsOf(text)) {
    const read = readSpelled(text, reading)
    for (const secret of secrets) spans.push(...plainSpans(read, secret), ...encodedSpans(read, secret))
  }
  return spans
}

function plainSpans(read: SpelledText, secret: string): Span[] {
  const { characters, escapes, trailing } = textOfSecret(secret)
  if (characters === '') return escapedRuns(read, trailing)
  const spans: Span[] = []
  // Each spelling has at least as many backslashes as the secret.
  const escaped = escapes.flatMap((count, at) => (count > 0 ? [{ count, at }] : []))
  for (let at = read.characters.indexOf(characters); at >= 0; ) {
    const next = at + characters.length
    const isEscaped = escaped.every((one) => read.escapes[at + one.at] >= one.count)
    const isFound = isEscaped && (read.escapes[next] ?? read.trailing) >= trailing
    if (isFound) {
      const first = escapes[0] > 0 ? read.runStarts[at] : read.starts[at]
      spans.push([first, trailing > 0 ? (read.starts[next] ?? read.length) : read.ends[next - 1]])
    }
    at = read.characters.indexOf(characters, isFound ? next : at + 1)
  }
  return spans
}

/** Runs of backslashes at least as long as a secret that consists only of backslashes. */
function escapedRuns(read: SpelledText, count: number): Span[] {
  const spans: Span[] = []
  for (const [at, escapes] of read.escapes.entries())
    if (escapes >= count) spans.push([read.runStarts[at], read.starts[at]])
  if (read.trailing >= count) spans.push([read.ends.at(-1) ?? 0, read.length])
  return spans
}

/** Base64 and base64url at each of three alignments inside other text, and hexadecimal. */
function encodedSpans(read: SpelledText, secret: string): Span[] {
  const bytes = Buffer.from(secret)
  const spans = found(read, lowerHex(read.characters), bytes.toString('hex'))
  const text = oneBase64(read.characters)
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first and the last character also hold bits of the neighbours.
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor(((before + bytes.length) * 8) / 6)
    const sure = encoded.slice(first, last)
    if (sure.length >= SHORTEST_PREFIX) spans.push(...found(read, text, oneBase64(sure)))
  }
  return spans
}

const lowerHex = (text: string) => text.replace(/[A-F]/g, (letter) => letter.toLowerCase())
/** The signs in which the alphabets of base64 differ become one; a plus sign is read as a space in forms. */
const oneBase64 = (text: string) => text.replace(/[-+]/g, ' ').replace(/_/g, '/')

function found(read: SpelledText, text: string, wanted: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    spans.push([read.starts[at], read.ends[at + wanted.length - 1]])
  return spans
}

/** The spans in their order, those that touch or overlap joined. */
function merged(spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from < last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)]
    else joined.push([from, to])
  }
  return joined
}

/** Where a secret begins that the end of the text cuts off; null if there is none. */
function brokenOffAt(text: string, secrets: readonly string[]): number | null {
  let at: number | null = null
  for (const secret of secrets) {
    const json = JSON.stringify(secret).slice(1, -1)
    const nested = JSON.stringify(json).slice(1, -1)
    const base64 = Buffer.from(secret).toString('base64')
    const url = encodeURIComponent(secret.toWellFormed())
    const spelled = [secret, json, nested, json.replaceAll('/', '\\/'), url, base64]
    for (const form of [...spelled, base64.replaceAll('+', '-').replaceAll('/', '_')]) {
      const length = brokenLength(form, text)
      if (length >= SHORTEST_PREFIX) at = Math.min(at ?? text.length, text.length - length)
    }
  }
  return at
}

/**
 * The length of the longest proper prefix of the form with which the text ends (Knuth, Morris and Pratt: always
 * linear).
 */
function brokenLength(form: string, text: string): number {
  const borders = [0]
  for (let i = 1, length = 0; i < form.length; i++) {
    while (length > 0 && form[i] !== form[length]) length = borders[length - 1]
    if (form[i] === form[length]) length++
    borders.push(length)
  }
  let length = 0
  for (let i = Math.max(0, text.length - form.length + 1); i < text.length; i++) {
    while (length > 0 && text[i] !== form[length]) length = borders[length - 1]
    if (text[i] === form[length]) length++
  }
  return length
}
