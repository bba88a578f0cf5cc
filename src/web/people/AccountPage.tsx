import { Alert, Button, Group, NativeSelect, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ShownNotificationSettings } from '../../contract/notifications.ts'
import type { PasswordNews } from '../../contract/people.ts'
import {
  MANAGER_NOTIFICATIONS,
  NOTIFICATION_CHOICES,
  type NotificationChoices,
  OWN_NOTIFICATIONS,
} from '../../model/notification.ts'
import { request } from '../kit/api.ts'
import { ME_KEY, useMay, useMe } from '../kit/me.tsx'
import { oneOf } from '../kit/oneOf.ts'
import { Failed, Loading } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { NameField } from './AccountFields.tsx'
import { isLongEnough, NewPassword } from './NewPassword.tsx'

const CHOICES = ['notification-choices']

/** How the person receives each notification: a choice is saved immediately. */
function NotificationChoicesForm() {
  const t = useTranslator()
  const settings = useQuery({
    queryKey: CHOICES,
    queryFn: ({ signal }) => request('GET /api/me/notification-choices', { signal }),
  })
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('notifications.title')}
        </Title>
        {settings.error && <Failed error={settings.error} onRetry={() => settings.refetch()} />}
        {settings.isPending && <Loading />}
        {settings.data && <Choices settings={settings.data} />}
      </Stack>
    </Paper>
  )
}

function Choices({ settings: { choices, email } }: { settings: ShownNotificationSettings }) {
  const t = useTranslator()
  const client = useQueryClient()
  const manages = useMay('manageProjects')
  const kinds = manages ? [...OWN_NOTIFICATIONS, ...MANAGER_NOTIFICATIONS] : OWN_NOTIFICATIONS
  const save = useAction({
    run: (chosen: NotificationChoices) => request('PATCH /api/me/notification-choices', { body: { choices: chosen } }),
    onDone: (changed) => client.setQueryData(CHOICES, changed),
    done: t('notifications.saved'),
  })
  return (
    <>
      {!email && (
        <Text size="sm" c="dimmed">
          {t('notifications.noEmail')}
        </Text>
      )}
      {kinds.map((kind) => (
        <NativeSelect
          key={kind}
          label={t(`notifications.kind.${kind}`)}
          value={choices[kind] ?? 'app'}
          disabled={save.isPending}
          onChange={(event) => {
            const choice = oneOf(NOTIFICATION_CHOICES, event.currentTarget.value)
            if (choice) save.mutate({ [kind]: choice })
          }}
          data={NOTIFICATION_CHOICES.map((value) => ({
            value,
            label: t(`notifications.choice.${value}`),
            disabled: value === 'email' && !email,
          }))}
        />
      ))}
    </>
  )
}

export function AccountPage() {
  const t = useTranslator()
  return (
    <Stack className="page" maw="34rem" gap="lg">
      <Title order={1} size="h2">
        {t('app.account')}
      </Title>
      <NameForm />
      <NotificationChoicesForm />
      <PasswordForm />
    </Stack>
  )
}

function NameForm() {
  const t = useTranslator()
  const me = useMe()
  const client = useQueryClient()
  const [name, setName] = useState(me.name ?? '')
  const save = useAction({
    run: () => request('PATCH /api/me', { body: { name: name.trim() } }),
    onDone: (changed) => client.setQueryData(ME_KEY, changed),
    done: t('people.nameChanged'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {me.email} · {t(`role.${me.role}`)}
        </Text>
        <NameField value={name} onChange={setName} />
        <Group>
          <Button type="submit" variant="default" loading={save.isPending} disabled={name.trim() === (me.name ?? '')}>
            {t('people.changeName')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function PasswordForm() {
  const t = useTranslator()
  const me = useMe()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useAction({
    run: () => request('POST /api/me/password', { body: { current, next } }),
    onDone: () => {
      setCurrent('')
      setNext('')
    },
    done: t('people.passwordChanged'),
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('people.password')}
        </Title>
        {change.error && <Failed error={change.error} />}
        <PasswordHistory password={me.password} />
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={me.email} readOnly hidden />
        <PasswordInput
          label={t('people.currentPassword')}
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPassword label={t('people.newPassword')} value={next} onChange={setNext} />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending} disabled={!current || !isLongEnough(next)}>
            {t('people.changePassword')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** Who else knew the password: a person needs this to notice that an account was taken over. */
function PasswordHistory({ password: { changedAt, resetBy, openLink } }: { password: PasswordNews }) {
  const t = useTranslator()
  const now = Date.now()
  return (
    <>
      {changedAt && (
        <Text size="sm" c="dimmed">
          {resetBy
            ? t('people.passwordReset', { ago: t.ago(changedAt, now), name: resetBy })
            : t('people.passwordChangedAgo', { ago: t.ago(changedAt, now) })}
        </Text>
      )}
      {openLink && (
        <Alert color="yellow" title={t('people.resetLinkOpen')}>
          {t('people.resetLinkHint', { name: openLink.madeBy, ago: t.ago(openLink.madeAt, now) })}
        </Alert>
      )}
    </>
  )
}
