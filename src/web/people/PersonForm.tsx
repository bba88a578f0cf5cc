import { Button, Group, Modal, MultiSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { PersonRow } from '../../formats/workbench/people.ts'
import { type Role, rolesGivenBy } from '../../model/permissions.ts'
import { request } from '../kit/api.ts'
import { useMe } from '../kit/me.tsx'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { ROLE_HINTS, ROLE_WORDS } from '../kit/words.ts'

interface Props {
  /** null: somebody new. */
  person: PersonRow | null
  onClose(): void
  onInvited(email: string, url: string): void
}

export function PersonForm({ person, onClose, onInvited }: Props) {
  const me = useMe()
  const [email, setEmail] = useState(person?.email ?? '')
  const [name, setName] = useState(person?.name ?? '')
  const [role, setRole] = useState<Role>(person?.role ?? 'annotator')
  const [projects, setProjects] = useState<string[]>(person?.projects ?? [])
  const save = useAction({
    run: async () => {
      const body = { role, projects: role === 'admin' ? [] : projects, ...(name.trim() ? { name: name.trim() } : {}) }
      if (person) {
        await request('PATCH /api/people/:uid', { params: { uid: person.userId }, body })
        return null
      }
      return request('POST /api/people', { body: { ...body, email: email.trim() } })
    },
    onDone: (made) => {
      if (made) onInvited(email.trim(), made.inviteUrl)
      onClose()
    },
    changes: [['people']],
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={person ? `Change ${person.name || person.email}` : 'Invite somebody'}>
      <form onSubmit={submit}>
        <Stack>
          {save.error && <Failed error={save.error} />}
          <TextInput
            label="E-mail"
            type="email"
            required
            data-autofocus
            readOnly={person !== null}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            maxLength={256}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
            <Stack gap={6} mt={6}>
              {rolesGivenBy(me.role).map((one) => (
                <Radio key={one} value={one} label={ROLE_WORDS[one]} description={ROLE_HINTS[one]} size="sm" />
              ))}
            </Stack>
          </Radio.Group>
          {role === 'admin' ? (
            <Text size="sm" c="dimmed">
              Admins see every project.
            </Text>
          ) : (
            <MultiSelect
              label="Projects"
              description="Everything else stays out of sight"
              placeholder={projects.length === 0 ? 'Choose' : undefined}
              data={me.projects.map(({ projectId, name: label }) => ({ value: projectId, label }))}
              value={projects}
              onChange={setProjects}
              searchable
              nothingFoundMessage="No such project"
            />
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {person ? 'Save' : 'Invite'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
