import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { openCatalogue } from './catalogue.ts'
import { type AnyLanguage, rememberLanguage } from './languages.ts'
import { makeTranslator, type Translator } from './translator.ts'

interface LanguageChoice {
  language: AnyLanguage
  /** Rejects when the texts cannot be loaded; the language stays as it was. */
  choose(language: AnyLanguage): Promise<void>
}

const TranslatorContext = createContext<Translator | null>(null)
const ChoiceContext = createContext<LanguageChoice | null>(null)

/** Texts in the language of the person: `const t = useTranslator()`, then `t('queue.title')`. */
export function useTranslator(): Translator {
  const translator = useContext(TranslatorContext)
  if (!translator) throw new Error('no LanguageProvider above')
  return translator
}

export function useLanguageChoice(): LanguageChoice {
  const choice = useContext(ChoiceContext)
  if (!choice) throw new Error('no LanguageProvider above')
  return choice
}

/** Shows its children in a language whose texts are loaded; another one can be chosen at any time. */
export function LanguageProvider({ initial, children }: { initial: Translator; children: ReactNode }) {
  const [translator, setTranslator] = useState(() => initial)
  const { language } = translator
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo(
    () => ({
      language,
      choose: async (chosen: AnyLanguage) => {
        const catalogue = await openCatalogue(chosen)
        rememberLanguage(localStorage, chosen)
        setTranslator(() => makeTranslator(chosen, catalogue))
      },
    }),
    [language],
  )
  return (
    <ChoiceContext.Provider value={choice}>
      <TranslatorContext.Provider value={translator}>{children}</TranslatorContext.Provider>
    </ChoiceContext.Provider>
  )
}
