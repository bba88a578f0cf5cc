import { Anchor, Button, Group, Text } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { ShownAssistant } from '../../../contract/assistants.ts'
import { request } from '../../kit/api.ts'
import { DialogForm } from '../../kit/DialogForm.tsx'
import { useMay } from '../../kit/me.tsx'
import { Secret } from '../../kit/Secret.tsx'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys, useProjectAssistants } from '../queries.ts'
import { ShownOnce } from '../ShownOnce.tsx'
import { AssistantFields } from './AssistantFields.tsx'
import { AssistantRows } from './AssistantRows.tsx'
import { assistantBody, assistantDraft } from './assistantDraft.ts'

/** Models that help people of the project: whether they answer, and the share of their work that people accepted. */
export function AssistantsTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const mayChange = useMay('manageKeys')
  const assistants = useProjectAssistants(projectId)
  const [edited, setEdited] = useState<{ shown: ShownAssistant | null } | null>(null)
  const add = mayChange && (
    <Button leftSection={<Sparkles size="1rem" />} onClick={() => setEdited({ shown: null })}>
      {t('assistants.new')}
    </Button>
  )
  return (
    <>
      <Loaded of={assistants}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('assistants.empty')} action={add}>
              {t('assistants.emptyHint')}
            </Empty>
          ) : (
            <>
              <Group justify="space-between" mb="sm">
                <Text size="sm" c="dimmed">
                  {t('assistants.hint')}{' '}
                  <Anchor size="sm" underline="always" href="/v1/assistant-schema.json" target="_blank">
                    {t('assistants.schema')}
                  </Anchor>
                </Text>
                {add}
              </Group>
              <AssistantRows projectId={projectId} rows={rows} onEdit={(shown) => setEdited({ shown })} />
            </>
          )
        }
      </Loaded>
      {edited && <AssistantDialog projectId={projectId} shown={edited.shown} onClose={() => setEdited(null)} />}
    </>
  )
}

interface Props {
  projectId: string
  /** null: a new one. */
  shown: ShownAssistant | null
  onClose(): void
}

/** Registers an assistant or changes it; what signs its requests is shown once. */
function AssistantDialog({ projectId, shown, onClose }: Props) {
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
