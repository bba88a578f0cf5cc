import './frame.css'
import { Alert, Box, Group, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { ChartLine, Check, ChevronDown, LogOut, UserRound, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { type AnyLanguage, LANGUAGES } from '../messages/languages.ts'
import { useLanguageChoice, useTranslator } from '../messages/useTranslator.tsx'
import { request } from './api.ts'
import { Logo } from './Logo.tsx'
import { nameOf, useMe, useSetMe } from './me.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import { placesOf } from './places.ts'
import { SearchBox } from './search/SearchBox.tsx'
import { UndoSubmission } from './UndoSubmission.tsx'
import { useAction } from './useAction.ts'

const THEMES = ['dark', 'light', 'auto'] as const

/** Language and theme, kept in this browser. */
function LookMenu() {
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

/** The frame of all pages but the workbench: navigation above, the page below. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useTranslator()
  const me = useMe()
  const [here] = useLocation()
  return (
    <div className="frame">
      <header className="frame-header">
        <Link href="/" className="frame-logo" aria-label={t('common.home')}>
          <Logo />
        </Link>
        <Group component="nav" gap={4} aria-label={t('app.nav.main')}>
          {placesOf(me).map(({ to, label }) => (
            <Link key={to} href={to} className="frame-link" aria-current={here.startsWith(to) ? 'page' : undefined}>
              {t(label)}
            </Link>
          ))}
        </Group>
        <Box style={{ flex: 1 }} />
        <UndoSubmission />
        <SearchBox />
        <NotificationBell />
        <PersonMenu />
      </header>
      <OfflineBanner>{t('app.offline')}</OfflineBanner>
      <main className="frame-main">{children}</main>
    </div>
  )
}

function OfflineBanner({ children }: { children: ReactNode }) {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="yellow" variant="filled" radius={0} py="xs" role="status" icon={<WifiOff size="1.1rem" />}>
      {children}
    </Alert>
  )
}

function PersonMenu() {
  const t = useTranslator()
  const me = useMe()
  const setMe = useSetMe()
  const [, go] = useLocation()
  const signOut = useAction({
    run: () => request('POST /api/sign-out'),
    onDone: () => {
      setMe(null)
      go('/')
    },
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton className="frame-link" aria-label={t('app.yourAccount', { name: nameOf(me) })}>
          <Group gap={6} wrap="nowrap">
            <UserRound size="1rem" />
            <span className="clipped frame-person">{nameOf(me)}</span>
            <ChevronDown size="0.875rem" />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.email} · {t(`role.${me.role}`)}
        </Menu.Label>
        <Menu.Item onClick={() => go('/account')} leftSection={<UserRound size="1rem" />}>
          {t('app.account')}
        </Menu.Item>
        {me.permissions.includes('annotate') && (
          <Menu.Item onClick={() => go('/account/work')} leftSection={<ChartLine size="1rem" />}>
            {t('ownQuality.title')}
          </Menu.Item>
        )}
        <LookMenu />
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()} leftSection={<LogOut size="1rem" />}>
          {t('app.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
