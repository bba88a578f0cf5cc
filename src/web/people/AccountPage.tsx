import { Alert, Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { PasswordNews } from '../../contract/people.ts'
import { request } from '../kit/api.ts'
import { ME_KEY, useMe } from '../kit/me.tsx'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { NameField } from './AccountFields.tsx'
import { isLongEnough, NewPassword } from './NewPassword.tsx'
import { NotificationChoicesForm } from './NotificationChoicesForm.tsx'

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
