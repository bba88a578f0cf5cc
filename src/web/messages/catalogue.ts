import { english } from './en/english.ts'
import type { AnyLanguage } from './languages.ts'
import type { Catalogue } from './message.ts'

/** The texts of a language. All but English are a chunk each, loaded when it is chosen. */
export async function loadCatalogue(language: AnyLanguage): Promise<Catalogue> {
  switch (language) {
    case 'en':
      return english
    case 'es':
      return (await import('./es/spanish.ts')).spanish
    case 'zh-Hans':
      return (await import('./zh-Hans/simplifiedChinese.ts')).simplifiedChinese
    case 'en-XA':
      return (await import('./pseudo.ts')).pseudoOf(english)
  }
}
