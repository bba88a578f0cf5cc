import type { LanguageCode } from '../../model/language.ts'

/** The languages a person can choose, each by its own name. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'zh-Hans', name: '简体中文' },
] as const satisfies readonly { code: LanguageCode; name: string }[]

/** English with accents and brackets, for tests: what appears without them is not translated. In no menu. */
export const PSEUDO = 'en-XA'
export type AnyLanguage = LanguageCode | typeof PSEUDO

const STORAGE_KEY = 'fiducial.language'

const isLanguage = (code: string | null): code is AnyLanguage =>
  code === PSEUDO || LANGUAGES.some((language) => language.code === code)

/** What the person chose in this browser, else the first language of the browser that we have, else English. */
export function chosenLanguage(storage: Pick<Storage, 'getItem'>, preferred: readonly string[]): AnyLanguage {
  const chosen = storage.getItem(STORAGE_KEY)
  if (isLanguage(chosen)) return chosen
  for (const tag of preferred) {
    const { language, script } = new Intl.Locale(tag).maximize()
    const found = LANGUAGES.find(({ code }) => code === language || code === `${language}-${script}`)
    if (found) return found.code
  }
  return 'en'
}

export function rememberLanguage(storage: Pick<Storage, 'setItem'>, language: AnyLanguage): void {
  storage.setItem(STORAGE_KEY, language)
}
