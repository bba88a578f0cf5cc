import { Alert, Box, Group, Menu, UnstyledButton } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { ChevronDown, LogOut, UserRound, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { Me } from '../../formats/workbench/people.ts'
import { request } from './api.ts'
import './frame.css'
import { Logo } from './Logo.tsx'
import { nameOf, useMe, useSetMe } from './me.tsx'
import { useAction } from './useAction.ts'
import { ROLE_WORDS } from './words.ts'

interface Place {
  to: string
  label: string
}

/** Where somebody may go, in the order of what they do most. */
export function placesOf(me: Pick<Me, 'permissions'>): Place[] {
  const may = (permission: Me['permissions'][number]) => me.permissions.includes(permission)
  return [
    ...(may('annotate') ? [{ to: '/queue', label: 'Queue' }] : []),
    ...(may('manageJobs') || !may('annotate') ? [{ to: '/projects', label: 'Projects' }] : []),
    ...(may('managePeople') ? [{ to: '/people', label: 'People' }] : []),
  ]
}

/** The frame of all pages but the workbench: navigation above, the page below. */
export function Frame({ children }: { children: ReactNode }) {
  const me = useMe()
  const [here] = useLocation()
  return (
    <div className="frame">
      <header className="frame-header">
        <Link href="/" className="frame-logo" aria-label="Fiducial, to the start">
          <Logo />
        </Link>
        <Group component="nav" gap={4} aria-label="Main">
          {placesOf(me).map(({ to, label }) => (
            <Link key={to} href={to} className="frame-link" aria-current={here.startsWith(to) ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </Group>
        <Box style={{ flex: 1 }} />
        <PersonMenu />
      </header>
      <OfflineBanner>No connection. You see what was loaded last.</OfflineBanner>
      <main className="frame-main">{children}</main>
    </div>
  )
}

export function OfflineBanner({ children }: { children: ReactNode }) {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="yellow" variant="filled" radius={0} py="xs" role="status" icon={<WifiOff size="1.1rem" />}>
      {children}
    </Alert>
  )
}

function PersonMenu() {
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
        <UnstyledButton className="frame-link" aria-label={`${nameOf(me)}, your account`}>
          <Group gap={6} wrap="nowrap">
            <UserRound size="1rem" />
            <span className="clipped" style={{ maxWidth: '14rem' }}>
              {nameOf(me)}
            </span>
            <ChevronDown size="0.875rem" />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.email} · {ROLE_WORDS[me.role]}
        </Menu.Label>
        <Menu.Item onClick={() => go('/account')} leftSection={<UserRound size="1rem" />}>
          Account
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()} leftSection={<LogOut size="1rem" />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
