import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { request } from '../kit/api.ts'
import { useSetMe } from '../kit/me.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { EntryCard } from './EntryCard.tsx'
import { isLongEnough, NewPassword } from './NewPassword.tsx'
import { tokenOf } from './token.ts'

/** The link that the service prints at its first start makes the first admin. */
export function SetUpPage() {
  const t = useTranslator()
  const [token] = useState(() => tokenOf(location.hash))
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
      go('/projects', { replace: true })
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
      <TextInput
        label={t('people.email')}
        type="email"
        autoComplete="username"
        autoFocus
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label={t('common.name')}
        description={t('people.nameHint')}
        autoComplete="name"
        maxLength={256}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NewPassword value={password} onChange={setPassword} />
      <Button type="submit" loading={setUp.isPending} disabled={!isLongEnough(password)} fullWidth>
        {t('people.setUp.create')}
      </Button>
    </EntryCard>
  )
}
