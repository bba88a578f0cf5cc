import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { request } from '../kit/api.ts'
import { useSetMe } from '../kit/me.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { EmailField, NameField } from './AccountFields.tsx'
import { EntryCard } from './EntryCard.tsx'
import { isLongEnough, NewPassword } from './NewPassword.tsx'
import { nextPageOf, tokenOf } from './token.ts'

/** The link that the service prints at its first start makes the first admin. */
export function SetUpPage() {
  const t = useTranslator()
  const [{ token, next }] = useState(() => ({ token: tokenOf(location.hash), next: nextPageOf(location.hash) }))
  const [, go] = useLocation()
  const setMe = useSetMe()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const setUp = useAction({
    run: () =>
      request('POST /api/setup', {
        body: { token, email: email.trim(), password, ...(name.trim() ? { name: name.trim() } : {}) },
      }),
    onDone: (me) => {
      setMe(me)
      go(next ?? '/projects', { replace: true })
    },
    quiet: true,
  })
  if (token === '') {
    return (
      <EntryCard title={t('people.setUp.title')}>
        <Alert color="yellow" variant="light">
          {t('people.setUp.broken')}
        </Alert>
      </EntryCard>
    )
  }
  return (
    <EntryCard
      title={t('people.setUp.title')}
      hint={t('people.setUp.hint')}
      error={setUp.error}
      onSubmit={() => setUp.mutate()}
    >
      <EmailField value={email} onChange={setEmail} />
      <NameField value={name} onChange={setName} />
      <NewPassword value={password} onChange={setPassword} />
      <Button type="submit" loading={setUp.isPending} disabled={!isLongEnough(password)} fullWidth>
        {t('people.setUp.create')}
      </Button>
    </EntryCard>
  )
}
