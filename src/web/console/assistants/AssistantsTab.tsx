import { Anchor, Button, Group, Text } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { ShownAssistant } from '../../../contract/assistants.ts'
import { useMay } from '../../kit/me.tsx'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useProjectAssistants } from '../queries.ts'
import { AssistantDialog } from './AssistantDialog.tsx'
import { AssistantRows } from './AssistantRows.tsx'

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
