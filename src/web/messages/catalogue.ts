import type { AnyLanguage } from './languages.ts'
import type { Catalogue, TextPart } from './message.ts'
import { loadPart } from './textParts.ts'

/** The parts that something on the page shows, or soon will. */
const wanted = new Set<TextPart>(['start'])

/** The shown language and its texts, which grow as pages and editors are opened. */
let shown: { readonly language: AnyLanguage; readonly texts: Catalogue } = { language: 'en', texts: {} }

/** The texts of a language that what is open needs; from now on others are loaded in this language and added to them. */
export async function openCatalogue(language: AnyLanguage): Promise<Catalogue> {
  const texts: Catalogue = {}
  // More may be wanted while these are on their way.
  for (const part of wanted) Object.assign(texts, await loadPart(language, part))
  shown = { language, texts }
  return texts
}

/** What `code` loads, once the texts that it shows are there too. */
export async function withTexts<T>(parts: readonly TextPart[], code: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([code, addTexts(parts)])
  return loaded
}

async function addTexts(parts: readonly TextPart[]): Promise<void> {
  for (const part of parts) wanted.add(part)
  const into = shown
  const texts = await Promise.all(parts.map((part) => loadPart(into.language, part)))
  Object.assign(into.texts, ...texts)
  // Another language was chosen meanwhile; it may have been too late for these.
  if (into !== shown) await addTexts(parts)
}
