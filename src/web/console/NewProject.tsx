import { Button, Group, Modal, Select, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { NewProject as NewProjectBody, ProjectBase, ProjectCreated } from '../../client/types/admin.ts'
import { operator } from '../kit/api.ts'
import { ME_KEY } from '../kit/me.tsx'
import { Failed } from '../kit/States.tsx'
import { useAction } from '../kit/useAction.ts'
import { BASE_WORDS } from '../kit/words.ts'
import { keys } from './queries.ts'

interface Props {
  onClose(): void
  onCreated(created: ProjectCreated): void
}

export function NewProject({ onClose, onCreated }: Props) {
  const [name, setName] = useState('')
  const [base, setBase] = useState<ProjectBase>('IMAGE')
  const [review, setReview] = useState(false)
  const [callbackUrl, setCallbackUrl] = useState('')
  const create = useAction({
    run: () => {
      const url = callbackUrl.trim()
      const body: NewProjectBody = { name: name.trim(), base, review, ...(url ? { callback: { url } } : {}) }
      return operator.post<ProjectCreated>('/projects', body)
    },
    onDone: (created) => {
      onCreated(created)
      onClose()
    },
    changes: [keys.projects, ME_KEY],
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Modal opened onClose={onClose} title="New project">
      <form onSubmit={submit}>
        <Stack>
          {create.error && <Failed error={create.error} />}
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={256}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Mostly for"
            description="Its tags may be of any kind"
            data={Object.entries(BASE_WORDS).map(([value, label]) => ({ value, label }))}
            value={base}
            onChange={(value) => value && setBase(value as ProjectBase)}
            allowDeselect={false}
          />
          <TextInput
            label="Callback address"
            description="Where results are sent; it can be set later"
            type="url"
            placeholder="https://"
            value={callbackUrl}
            onChange={(event) => setCallbackUrl(event.currentTarget.value)}
          />
          <Switch
            label="Every job is reviewed, unless its tag says otherwise"
            checked={review}
            onChange={(event) => setReview(event.currentTarget.checked)}
          />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
