import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './kit/app.css'
import { App } from './App.tsx'
import { makeQueryClient } from './kit/queryClient.ts'
import { readableColors, themeOf } from './kit/theme.ts'
import { openCatalogue } from './messages/catalogue.ts'
import { chosenLanguage } from './messages/languages.ts'
import { makeTranslator, type Translator } from './messages/translator.ts'
import { LanguageProvider, useTranslator } from './messages/useTranslator.tsx'

const queryClient = makeQueryClient()

function Page() {
  const t = useTranslator()
  const theme = useMemo(() => themeOf(t), [t])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={readableColors} defaultColorScheme="dark">
      <Notifications position="bottom-right" limit={4} />
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** English if the texts of the chosen language do not arrive: a page in another language is better than none. */
async function firstTranslator(): Promise<Translator> {
  const language = chosenLanguage(localStorage, navigator.languages)
  try {
    return makeTranslator(language, await openCatalogue(language))
  } catch {
    return makeTranslator('en', await openCatalogue('en'))
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

createRoot(root).render(
  <StrictMode>
    <LanguageProvider initial={await firstTranslator()}>
      <Page />
    </LanguageProvider>
  </StrictMode>,
)
