import {
  Alert,
  Button,
  Group,
  Paper,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { PasswordNews } from '../../formats/workbench/people.ts'
import { request } from '../kit/api.ts'
import { ME_KEY, useMe } from '../kit/me.tsx'
import { Failed } from '../kit/States.tsx'
import { ago } from '../kit/time.ts'
import { useAction } from '../kit/useAction.ts'
import { ROLE_WORDS } from '../kit/words.ts'
import { isLongEnough, NewPassword } from './NewPassword.tsx'

export function AccountPage() {
  return (
    <Stack className="page" maw="34rem" gap="lg">
      <Title order={1} size="h2">
        Account
      </Title>
      <NameForm />
      <PasswordForm />
      <Appearance />
    </Stack>
  )
}

function NameForm() {
  const me = useMe()
  const client = useQueryClient()
  const [name, setName] = useState(me.name ?? '')
  const save = useAction({
    run: () => request('PATCH /api/me', { body: { name: name.trim() } }),
    onDone: (changed) => client.setQueryData(ME_KEY, changed),
    done: 'Your name was changed.',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {me.email} · {ROLE_WORDS[me.role]}
        </Text>
        <TextInput
          label="Name"
          description="As others see it"
          autoComplete="name"
          maxLength={256}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" variant="default" loading={save.isPending} disabled={name.trim() === (me.name ?? '')}>
            Change name
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function PasswordForm() {
  const me = useMe()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useAction({
    run: () => request('POST /api/me/password', { body: { current, next } }),
    onDone: () => {
      setCurrent('')
      setNext('')
    },
    done: 'Your password was changed. Other sessions were signed out.',
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
          Password
        </Title>
        {change.error && <Failed error={change.error} />}
        <PasswordHistory password={me.password} />
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={me.email} readOnly hidden />
        <PasswordInput
          label="Present password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPassword label="New password" value={next} onChange={setNext} />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending} disabled={!current || !isLongEnough(next)}>
            Change password
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

/** Who else had a hand in the password: what a person has to know to notice that an account was taken. */
function PasswordHistory({ password: { changedAt, resetBy, openLink } }: { password: PasswordNews }) {
  const now = Date.now()
  return (
    <>
      {changedAt && (
        <Text size="sm" c="dimmed">
          {resetBy ? `Reset ${ago(changedAt, now)} with a link made by ${resetBy}` : `Changed ${ago(changedAt, now)}`}
        </Text>
      )}
      {openLink && (
        <Alert color="yellow" title="A link to reset your password is open">
          {`${openLink.madeBy} made it ${ago(openLink.madeAt, now)}. Change your password to end it.`}
        </Alert>
      )}
    </>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Text id="appearance">Appearance</Text>
        <SegmentedControl
          aria-labelledby="appearance"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'dark' | 'light' | 'auto')}
          data={[
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
            { value: 'auto', label: 'As the system' },
          ]}
        />
      </Group>
    </Paper>
  )
}
