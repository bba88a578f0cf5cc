import { Button, MultiSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PersonAnswer } from '../../contract/people.ts'
import { type Role, rolesGivenBy } from '../../model/permissions.ts'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { useMe } from '../kit/me.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'

interface Props {
  /** null: a new person. */
  person: PersonAnswer | null
  onClose(): void
  onInvited(email: string, url: string): void
}

export function PersonForm({ person, onClose, onInvited }: Props) {
  const t = useTranslator()
  const me = useMe()
  const [email, setEmail] = useState(person?.email ?? '')
  const [name, setName] = useState(person?.name ?? '')
  const [role, setRole] = useState<Role>(person?.role ?? 'annotator')
  const [projects, setProjects] = useState<string[]>(person?.projects ?? [])
  const [isWarned, setWarned] = useState(false)
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
  const seesNothing = role !== 'admin' && projects.length === 0
  const submit = () => {
    if (seesNothing && !isWarned) setWarned(true)
    else save.mutate()
  }
  return (
    <DialogForm
      title={person ? t('people.form.change', { name: person.name || person.email }) : t('people.form.invite')}
      action={isWarned && seesNothing ? t('people.form.anyway') : person ? t('common.save') : t('people.invite')}
      isPending={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('people.email')}
        type="email"
        required
        data-autofocus
        readOnly={person !== null}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label={t('common.name')}
        maxLength={256}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Radio.Group label={t('people.column.role')} value={role} onChange={(value) => setRole(value)}>
        <Stack gap={6} mt={6}>
          {rolesGivenBy(me.role).map((one) => (
            <Radio key={one} value={one} label={t(`role.${one}`)} description={t(`roleHint.${one}`)} size="sm" />
          ))}
        </Stack>
      </Radio.Group>
      {role === 'admin' ? (
        <Text size="sm" c="dimmed">
          {t('people.form.admin')}
        </Text>
      ) : (
        <MultiSelect
          label={t('people.column.projects')}
          description={t('people.form.projectsHint')}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          error={isWarned && seesNothing && t('people.form.seesNothing')}
          placeholder={projects.length === 0 ? t('people.form.choose') : undefined}
          data={me.projects.map(({ projectId, name: label }) => ({ value: projectId, label }))}
          value={projects}
          onChange={setProjects}
          searchable
          nothingFoundMessage={t('people.form.noProject')}
        />
      )}
      {role !== 'admin' && projects.length < me.projects.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          onClick={() => setProjects(me.projects.map(({ projectId }) => projectId))}
        >
          {t('people.form.allProjects', { count: me.projects.length })}
        </Button>
      )}
    </DialogForm>
  )
}
