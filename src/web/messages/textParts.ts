import { englishParts } from './en/englishParts.ts'
import { spanishParts } from './es/spanishParts.ts'
import type { AnyLanguage, PSEUDO } from './languages.ts'
import type { Catalogue, PartLoaders, TextPart } from './message.ts'
import { simplifiedChineseParts } from './zh-Hans/simplifiedChineseParts.ts'

const PARTS: Readonly<Record<Exclude<AnyLanguage, typeof PSEUDO>, PartLoaders>> = {
  en: englishParts,
  es: spanishParts,
  'zh-Hans': simplifiedChineseParts,
}

/** A part of the texts of a language. All but the first one of English are a chunk each. */
export async function loadPart(language: AnyLanguage, part: TextPart): Promise<Catalogue> {
  if (language !== 'en-XA') return PARTS[language][part]()
  return (await import('./pseudo.ts')).pseudoOf(await englishParts[part]())
}
