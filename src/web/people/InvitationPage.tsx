import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { InvitationAnswer } from '../../contract/people.ts'
import { request } from '../kit/api.ts'
import { useSetMe } from '../kit/me.tsx'
import { Loading } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { NameField } from './AccountFields.tsx'
import { EntryCard } from './EntryCard.tsx'
import { isLongEnough, NewPassword } from './NewPassword.tsx'
import { tokenOf } from './token.ts'

/** The link of an invitation: says whose it is and lets that person choose a password. */
export function InvitationPage() {
  const t = useTranslator()
  const [token] = useState(() => tokenOf(location.hash))
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request('POST /api/invitation', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (invitation.data) return <Accept token={token} invitation={invitation.data} />
  if (invitation.isPending) return <Loading />
  return (
    <EntryCard title={t('people.invitation.unusable')} error={invitation.error}>
      {t('people.invitation.unusableHint')}
    </EntryCard>
  )
}

function Accept({ token, invitation }: { token: string; invitation: InvitationAnswer }) {
  const t = useTranslator()
  const [, go] = useLocation()
  const setMe = useSetMe()
  const [name, setName] = useState(invitation.name ?? '')
  const [password, setPassword] = useState('')
  const accept = useAction({
    run: () =>
      request('POST /api/invitation/accept', {
        body: { token, password, ...(name.trim() ? { name: name.trim() } : {}) },
      }),
    onDone: (me) => {
      setMe(me)
      go('/', { replace: true })
    },
    quiet: true,
  })
  return (
    <EntryCard
      title={t('people.invitation.title')}
      hint={t('people.invitation.hint', { role: t(`role.${invitation.role}`) })}
      error={accept.error}
      onSubmit={() => accept.mutate()}
    >
      <TextInput label={t('people.email')} value={invitation.email ?? ''} readOnly autoComplete="username" />
      <NameField value={name} onChange={setName} />
      <NewPassword value={password} onChange={setPassword} />
      <Button type="submit" loading={accept.isPending} disabled={!isLongEnough(password)} fullWidth>
        {t('people.invitation.begin')}
      </Button>
    </EntryCard>
  )
}
