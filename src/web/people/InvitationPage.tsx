import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Invitation } from '../../formats/workbench/people.ts'
import { request } from '../kit/api.ts'
import { useSetMe } from '../kit/me.tsx'
import { Loading } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { ROLE_WORDS } from '../kit/words.ts'
import { EntryCard } from './EntryCard.tsx'
import { isLongEnough, NewPassword } from './NewPassword.tsx'
import { tokenOf } from './token.ts'

/** The link of an invitation: says whose it is and lets that person choose a password. */
export function InvitationPage() {
  const [token] = useState(() => tokenOf(location.hash))
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request('POST /api/invitation', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (invitation.data) return <Accept token={token} invitation={invitation.data} />
  if (invitation.isPending) return <Loading what="your invitation" />
  return (
    <EntryCard title="This invitation cannot be used" error={invitation.error}>
      It was used already, replaced by a newer one, or is too old. Ask whoever invited you for another link.
    </EntryCard>
  )
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
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
      title="Welcome to Fiducial"
      hint={`You are invited as ${ROLE_WORDS[invitation.role].toLowerCase()}. Choose a password to begin.`}
      error={accept.error}
      onSubmit={() => accept.mutate()}
    >
      <TextInput label="E-mail" value={invitation.email} readOnly autoComplete="username" />
      <TextInput
        label="Name"
        description="As others see it"
        autoComplete="name"
        maxLength={256}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NewPassword value={password} onChange={setPassword} />
      <Button type="submit" loading={accept.isPending} disabled={!isLongEnough(password)} fullWidth>
        Begin
      </Button>
    </EntryCard>
  )
}
