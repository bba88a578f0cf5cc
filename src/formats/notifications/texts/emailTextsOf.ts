import type { LanguageCode } from '../../../model/language.ts'
import type { EmailTexts } from './emailTexts.ts'
import { englishEmail } from './english.ts'
import { simplifiedChineseEmail } from './simplifiedChinese.ts'
import { spanishEmail } from './spanish.ts'

const TEXTS: Readonly<Record<LanguageCode, EmailTexts>> = {
  en: englishEmail,
  es: spanishEmail,
  'zh-Hans': simplifiedChineseEmail,
}

/** null: the language of the person is not known. */
export const emailTextsOf = (language: LanguageCode | null): EmailTexts => TEXTS[language ?? 'en']
