import { Button, Divider, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../kit/api.ts'
import { useSetMe } from '../kit/me.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { EmailField } from './AccountFields.tsx'
import { EntryCard } from './EntryCard.tsx'
import { providerAddress, providerRefusal } from './provider.ts'

/** Shown instead of any page that needs a signed-in person; the address stays, and the page follows after sign-in. */
export function SignInPage() {
  const t = useTranslator()
  const setMe = useSetMe()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const ways = useQuery({
    queryKey: ['signInWays'],
    queryFn: ({ signal }) => request('GET /api/sign-in/ways', { signal }),
  })
  const signIn = useAction({
    run: () => request('POST /api/sign-in', { body: { email: email.trim(), password } }),
    onDone: setMe,
    quiet: true,
  })
  const hasPassword = ways.data?.password ?? true
  return (
    <EntryCard
      title={t('people.signIn')}
      error={signIn.error ?? providerRefusal(window.location.search)}
      onSubmit={() => signIn.mutate()}
    >
      {ways.data?.provider && (
        <Button
          component="a"
          href={providerAddress(window.location)}
          variant={hasPassword ? 'default' : 'filled'}
          fullWidth
        >
          {t('people.signInByProvider')}
        </Button>
      )}
      {ways.data?.provider && hasPassword && <Divider label={t('people.or')} />}
      {hasPassword && (
        <>
          <EmailField value={email} onChange={setEmail} />
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
        </>
      )}
    </EntryCard>
  )
}
