/** The languages of texts that people read. */
export const LANGUAGE_CODES = ['en', 'es', 'zh-Hans'] as const
export type LanguageCode = (typeof LANGUAGE_CODES)[number]
