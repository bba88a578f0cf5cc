const MASK = '[secret]'
const SHORTEST_PREFIX = 6

/** More bytes than any spelling of a secret of so many characters has: `\u0022` takes six for one. */
export const spelledBytes = (secret: string): number => secret.length * 6 + 16

/**
 * The first `length` characters of a text without secrets: neither in plain spelling, nor escaped for JSON, URLs or HTML
 * (whole or in part), nor in base64, base64url or hexadecimal, nor cut off at the text's very end. What begins before the
 * cut is found as long as the text holds it whole (`spelledBytes`).
 */
export function withoutSecrets(text: string, secrets: readonly string[], length: number): string {
  const wanted = secrets.filter((secret) => secret !== '')
  if (wanted.length === 0) return text.slice(0, length)
  const spellings = new RegExp(
    wanted.flatMap((secret) => [escapedForm(secret), ...encodedForms(secret)]).join('|'),
    'g',
  )
  const broken = brokenOffAt(text, wanted)
  const end = broken ?? text.length
  let clean = ''
  let at = 0
  for (const match of text.slice(0, end).matchAll(spellings)) {
    if (match.index >= length) break
    clean += text.slice(at, match.index) + MASK
    at = match.index + match[0].length
  }
  clean += text.slice(at, Math.max(at, Math.min(length, end)))
  return broken !== null && broken < length ? clean + MASK : clean
}

/** Each character as it is, or as one of the ways in which it is escaped. */
function escapedForm(secret: string): string {
  return Array.from(secret, (character) => {
    const code = character.codePointAt(0) ?? 0
    const hex = code.toString(16)
    const bytes = [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('')
    const named = NAMED_ENTITIES[character]
    const forms = [
      literal(character),
      // JSON inside JSON escapes the escapes.
      `\\\\{1,7}${literal(character)}`,
      `\\\\{1,4}u${anyCase(hex.padStart(4, '0'))}`,
      bytes,
      `&#0*${code};`,
      `&#[xX]0*${anyCase(hex)};`,
      ...(named ? [named] : []),
      ...(character === ' ' ? ['\\+'] : []),
    ]
    return `(?:${forms.join('|')})`
  }).join('')
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Base64 and base64url at each of three alignments inside other text, and hexadecimal. */
function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [anyCase(bytes.toString('hex'))]
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first and the last character also hold bits of the neighbours.
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor(((before + bytes.length) * 8) / 6)
    const sure = encoded.slice(first, last)
    if (sure.length < SHORTEST_PREFIX) continue
    forms.push(literal(sure).replace(/\\\+|\//g, (sign) => (sign === '/' ? '(?:\\\\?/|_|%2[fF])' : '(?:\\+|-|%2[bB])')))
  }
  return forms
}

/** Where a secret begins that the text breaks off in; null where none does. */
function brokenOffAt(text: string, secrets: readonly string[]): number | null {
  let at: number | null = null
  for (const secret of secrets) {
    const json = JSON.stringify(secret).slice(1, -1)
    const nested = JSON.stringify(json).slice(1, -1)
    const base64 = Buffer.from(secret).toString('base64')
    const spelled = [secret, json, nested, json.replaceAll('/', '\\/'), encodeURIComponent(secret), base64]
    for (const form of [...spelled, base64.replaceAll('+', '-').replaceAll('/', '_')]) {
      for (let length = form.length - 1; length >= SHORTEST_PREFIX; length--) {
        if (!text.endsWith(form.slice(0, length))) continue
        at = Math.min(at ?? text.length, text.length - length)
        break
      }
    }
  }
  return at
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const anyCase = (hex: string) => hex.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
