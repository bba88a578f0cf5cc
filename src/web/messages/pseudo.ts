import type { Catalogue } from './message.ts'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'àƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'

/** How much longer the pseudo-language is than English; Spanish needs about a quarter more. */
const GROWTH = 0.3

/** Each text accented, longer and in brackets: `Save {name}` becomes `⟦Šàṽé {name} ··⟧`. */
export function pseudoOf(english: Readonly<Catalogue>): Catalogue {
  return Object.fromEntries(Object.entries(english).map(([id, text]) => [id, pseudo(text)]))
}

/** Arguments and tags of ICU stay unchanged: only text at even depths of braces is accented. */
function pseudo(text: string): string {
  let depth = 0
  let inTag = false
  let letters = 0
  let out = ''
  for (const char of text) {
    if (char === '{') depth++
    if (char === '}') depth--
    if (char === '<') inTag = true
    const at = depth % 2 === 0 && !inTag ? PLAIN.indexOf(char) : -1
    if (at >= 0) letters++
    out += at < 0 ? char : ACCENTED[at]
    if (char === '>') inTag = false
  }
  return `⟦${out}${'·'.repeat(Math.round(letters * GROWTH))}⟧`
}
