import { Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { NewProjectBody, ProjectCreated } from '../../contract/projects.ts'
import type { Base } from '../../model/project.ts'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { ME_KEY } from '../kit/me.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { dataTypes } from './dataTypes.ts'
import { keys } from './queries.ts'

interface Props {
  onClose(): void
  onCreated(created: ProjectCreated): void
}

export function NewProject({ onClose, onCreated }: Props) {
  const t = useTranslator()
  const [name, setName] = useState('')
  const [base, setBase] = useState<Base>('IMAGE')
  const [review, setReview] = useState(false)
  const [callbackUrl, setCallbackUrl] = useState('')
  const create = useAction({
    run: () => {
      const url = callbackUrl.trim()
      const body: NewProjectBody = { name: name.trim(), base, review, ...(url ? { callback: { url } } : {}) }
      return request('POST /api/v1/projects', { body })
    },
    onDone: (created) => {
      onCreated(created)
      onClose()
    },
    changes: [keys.projects, ME_KEY],
    quiet: true,
  })
  return (
    <DialogForm
      title={t('project.new')}
      action={t('common.create')}
      isReady={name.trim() !== ''}
      isPending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('common.name')}
        required
        data-autofocus
        maxLength={256}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label={t('project.dataType')}
        description={t('project.dataTypeHint')}
        data={dataTypes(t)}
        value={base}
        onChange={(value) => value && setBase(value)}
        allowDeselect={false}
      />
      <TextInput
        label={t('project.callbackUrl')}
        description={t('project.callbackHint')}
        type="url"
        placeholder={t('console.optionalUrl')}
        value={callbackUrl}
        onChange={(event) => setCallbackUrl(event.currentTarget.value)}
      />
      <Switch
        label={t('project.reviewAll')}
        checked={review}
        onChange={(event) => setReview(event.currentTarget.checked)}
      />
    </DialogForm>
  )
}
