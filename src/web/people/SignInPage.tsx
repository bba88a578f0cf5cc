import { Button, Divider, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../kit/api.ts'
import { useSetMe } from '../kit/me.tsx'
import { MessageError } from '../kit/messageError.ts'
import { useAction } from '../kit/useAction.ts'
import { type MessageId, msg } from '../messages/message.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { EmailField } from './AccountFields.tsx'
import { EntryCard } from './EntryCard.tsx'

/** Why the sign-in at the OpenID provider gave no session, from the address. */
const REFUSALS = {
  NO_ACCESS: 'error.provider.noAccess',
  EMAIL_NOT_VERIFIED: 'error.provider.emailNotVerified',
  EMAIL_OF_ADMIN: 'error.provider.emailOfAdmin',
  PERSON_DEACTIVATED: 'error.provider.deactivated',
  PROVIDER_AWAY: 'error.provider.away',
  EXPIRED: 'error.provider.expired',
  FAILED: 'error.provider.failed',
} as const satisfies Record<string, MessageId>

const isRefusal = (word: string): word is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, word)

/** null if the address has no such reason. */
function providerRefusal(search: string): MessageError | null {
  const word = new URLSearchParams(search).get('sign_in')
  return word !== null && isRefusal(word) ? new MessageError(msg(REFUSALS[word]), word) : null
}

/** Leads to the provider and back to this page. */
function providerAddress({ pathname, search, hash }: Location): string {
  const rest = new URLSearchParams(search)
  rest.delete('sign_in')
  const query = rest.size > 0 ? `?${rest}` : ''
  return `/api/oidc/start?to=${encodeURIComponent(pathname + query + hash)}`
}

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
