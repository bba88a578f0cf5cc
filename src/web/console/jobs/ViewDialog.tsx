import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { JobView } from '../../../contract/console.ts'
import { request } from '../../kit/api.ts'
import { DialogForm } from '../../kit/DialogForm.tsx'
import { useMay } from '../../kit/me.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'

interface Props {
  projectId: string
  view: JobView
  title: string
  onClose(): void
}

/** The name of a view, and who can use it. */
export function ViewDialog({ projectId, view, title, onClose }: Props) {
  const t = useTranslator()
  const mayShare = useMay('manageJobs')
  const [name, setName] = useState(view.name)
  const [isShared, setShared] = useState(view.isShared)
  const save = useAction({
    run: () =>
      request('PUT /api/projects/:pid/views/:vid', {
        params: { pid: projectId, vid: view.viewId },
        body: { name: name.trim(), search: view.search, isShared },
      }),
    changes: [keys.views(projectId)],
    onDone: onClose,
    quiet: true,
  })
  return (
    <DialogForm
      title={title}
      action={t('common.save')}
      isReady={name.trim() !== ''}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        maxLength={60}
        label={t('common.name')}
        description={t('jobs.saveViewHint')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {mayShare && (
        <Switch
          label={t('jobs.shareView')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}
