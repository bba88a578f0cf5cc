import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import type { ShownAssistant } from '../../../contract/assistants.ts'
import { request } from '../../kit/api.ts'
import { IconMenuButton } from '../../kit/IconMenuButton.tsx'
import { useMay } from '../../kit/me.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { keys } from '../queries.ts'
import { EvaluationDialog } from './EvaluationDialog.tsx'

interface Props {
  projectId: string
  row: ShownAssistant
  onEdit(): void
}

/** Evaluate, and for those who may: test, edit, remove. */
export function AssistantMenu({ projectId, row, onEdit }: Props) {
  const t = useTranslator()
  const mayChange = useMay('manageKeys')
  const [isAsking, setAsking] = useState(false)
  const [isEvaluating, setEvaluating] = useState(false)
  const changes = [keys.assistants(projectId)]
  const test = useAction<void, Pick<ShownAssistant, 'state'>>({
    run: () =>
      request('POST /api/v1/projects/:pid/assistants/:assistant/test', {
        params: { pid: projectId, assistant: row.name },
      }),
    changes,
    // The row shows the problem.
    done: ({ state }) => (state === 'ok' ? t('assistants.tested', { name: row.name }) : ''),
  })
  const remove = useAction({
    run: () =>
      request('DELETE /api/v1/projects/:pid/assistants/:assistant', {
        params: { pid: projectId, assistant: row.name },
      }),
    changes,
    onDone: () => setAsking(false),
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconMenuButton
            label={t('common.actionsFor', { name: row.name })}
            icon={EllipsisVertical}
            loading={test.isPending}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setEvaluating(true)}>{t('assistants.evaluation.evaluate')}</Menu.Item>
          {mayChange && (
            <>
              <Menu.Item onClick={() => test.mutate()}>{t('assistants.test')}</Menu.Item>
              <Menu.Item onClick={onEdit}>{t('common.change')}</Menu.Item>
              <Menu.Item color="red" onClick={() => setAsking(true)}>
                {t('common.remove')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isEvaluating && <EvaluationDialog projectId={projectId} row={row} onClose={() => setEvaluating(false)} />}
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={t('assistants.removeTitle', { name: row.name })}>
        <Stack>
          <Text size="sm">{t('assistants.removeHint')}</Text>
          <Group justify="end">
            <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
              {t('common.keepIt')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('common.remove')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
