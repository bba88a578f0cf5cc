import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../kit/api.ts'
import { useSetMe } from '../kit/me.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { EntryCard } from './EntryCard.tsx'

/** Shown in place of any page that needs a person signed in; the address stays, and the page follows after sign-in. */
export function SignInPage() {
  const t = useTranslator()
  const setMe = useSetMe()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useAction({
    run: () => request('POST /api/sign-in', { body: { email: email.trim(), password } }),
    onDone: setMe,
    quiet: true,
  })
  return (
    <EntryCard title={t('people.signIn')} error={signIn.error} onSubmit={() => signIn.mutate()}>
      <TextInput
        label={t('people.email')}
        type="email"
        autoComplete="username"
        autoFocus
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('people.password')}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" loading={signIn.isPending} fullWidth>
        {t('people.signIn')}
      </Button>
    </EntryCard>
  )
}
