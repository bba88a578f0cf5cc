/**
 * Letters of other alphabets that look like a Latin one, by that letter. Source: Unicode Technical Standard 39,
 * confusables.txt; the scripts that people have keyboards for, lower case, after NFKC.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'ɑαа',
  c: 'сᴄⲥ',
  d: 'ԁ',
  e: 'еҽꬲ',
  f: 'քẝꞙꬵ',
  g: 'ƍɡցᶃ',
  h: 'һհ',
  i: 'ıɩɪιіӏꙇ',
  j: 'ϳј',
  l: 'ǀ',
  n: 'ոռ',
  o: 'οσоօჿᴏᴑⲟꬽ',
  p: 'ρрⲣ',
  q: 'ԛգզ',
  r: 'гᴦⲅꭇꭈ',
  s: 'ƽѕꜱ',
  u: 'ʋυսᴜꞟꭎꭒ',
  v: 'νѵᴠ',
  w: 'ɯѡԝաᴡ',
  x: 'х',
  y: 'ɣʏγуүყᶌỿꭚ',
  z: 'ᴢ',
}

const LATIN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
)

/** Control, invisible and bidirectional characters, blanks of every kind, and halves of surrogate pairs. */
const NOT_IN_ADDRESSES = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u
const ADDRESS = /^[^@]{1,64}@[^@]{1,190}\.[^@.]{1,63}$/u

/** The stored form of an email address: NFC. null for a text that is not one, or contains invisible characters. */
export function normalEmail(text: string): string | null {
  const email = text.normalize('NFC')
  return ADDRESS.test(email) && !NOT_IN_ADDRESSES.test(email) ? email : null
}

/**
 * What two emails share that people could take for each other: compatibility forms and cases folded, letters of other
 * alphabets replaced by the Latin ones they look like (after the skeleton of UTS 39). Never shown, never sent to.
 */
export function emailSkeleton(email: string): string {
  const folded = email.normalize('NFKC').toLowerCase().normalize('NFKC')
  const latin = Array.from(folded, (character) => LATIN_OF.get(character) ?? character).join('')
  // A dot over a letter that has one already is not seen.
  return latin.replace(/([ij])\u0307+/g, '$1')
}
