import { Menu, useMantineColorScheme } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Check } from 'lucide-react'
import { type AnyLanguage, LANGUAGES } from '../messages/languages.ts'
import { useLanguageChoice, useTranslator } from '../messages/useTranslator.tsx'

const THEMES = ['dark', 'light', 'auto'] as const

/** Language and theme, kept in this browser. */
export function LookMenu() {
  const t = useTranslator()
  const { language, choose } = useLanguageChoice()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const chooseLanguage = (code: AnyLanguage) =>
    choose(code).catch(() => notifications.show({ message: t('app.languageFailed'), color: 'red' }))
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('app.language')}</Menu.Label>
      {LANGUAGES.map(({ code, name }) => (
        <Menu.Item
          key={code}
          lang={code}
          aria-current={code === language}
          rightSection={code === language && <Check size="0.875rem" />}
          onClick={() => void chooseLanguage(code)}
        >
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Label>{t('app.theme')}</Menu.Label>
      {THEMES.map((theme) => (
        <Menu.Item
          key={theme}
          aria-current={theme === colorScheme}
          rightSection={theme === colorScheme && <Check size="0.875rem" />}
          onClick={() => setColorScheme(theme)}
        >
          {t(`app.theme.${theme}`)}
        </Menu.Item>
      ))}
    </>
  )
}
