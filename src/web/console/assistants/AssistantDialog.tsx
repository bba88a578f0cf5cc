import { useState } from 'react'
import type { ShownAssistant } from '../../../contract/assistants.ts'
import { request } from '../../kit/api.ts'
import { DialogForm } from '../../kit/DialogForm.tsx'
import { Secret } from '../../kit/Secret.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'
import { ShownOnce } from '../ShownOnce.tsx'
import { AssistantFields } from './AssistantFields.tsx'
import { assistantBody, assistantDraft } from './assistantDraft.ts'

interface Props {
  projectId: string
  /** null: a new one. */
  shown: ShownAssistant | null
  onClose(): void
}

/** Registers an assistant or changes it; what signs its requests is shown once. */
export function AssistantDialog({ projectId, shown, onClose }: Props) {
  const t = useTranslator()
  const [draft, setDraft] = useState(() => assistantDraft(shown))
  const body = assistantBody(draft, shown)
  const save = useAction({
    run: () =>
      request('PUT /api/v1/projects/:pid/assistants/:assistant', {
        params: { pid: projectId, assistant: draft.name },
        body: body ?? undefined,
      }),
    changes: [keys.assistants(projectId)],
    onDone: ({ new_secret }) => {
      if (!new_secret || draft.carrier === 'queue') onClose()
    },
    quiet: true,
  })
  if (save.data?.new_secret) {
    return (
      <ShownOnce title={t('assistants.ready')} action={t('console.copiedSecret')} onClose={onClose}>
        <Secret label={t('callback.secret')} value={save.data.new_secret} hint={t('assistants.secretHint')} />
      </ShownOnce>
    )
  }
  return (
    <DialogForm
      title={shown ? t('assistants.edit', { name: shown.name }) : t('assistants.new')}
      size="lg"
      action={t('common.save')}
      isReady={body !== null}
      isPending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <AssistantFields projectId={projectId} shown={shown} draft={draft} onChange={setDraft} />
    </DialogForm>
  )
}
