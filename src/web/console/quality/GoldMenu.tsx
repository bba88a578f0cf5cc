import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { GoldJobRow } from '../../../contract/gold.ts'
import { request } from '../../kit/api.ts'
import { IconMenuButton } from '../../kit/IconMenuButton.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { goldKey } from './goldQueries.ts'
import { TruthDialog } from './TruthDialog.tsx'

interface Props {
  projectId: string
  gold: GoldJobRow
}

/** A manager's actions on a gold job. */

export function GoldMenu({ projectId, gold }: Props) {
  const t = useTranslator()
  const [asking, setAsking] = useState<'correct' | 'stop' | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <IconMenuButton label={t('common.actionsFor', { name: gold.reference_id })} icon={EllipsisVertical} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href={`/jobs/${gold.job_id}`}>
            {t('job.openWorkbench')}
          </Menu.Item>
          <Menu.Item onClick={() => setAsking('correct')}>{t('gold.correct')}</Menu.Item>
          <Menu.Item color="red" onClick={() => setAsking('stop')}>
            {t('gold.stop')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'correct' && <TruthDialog projectId={projectId} job={gold} isGold onClose={close} />}
      {asking === 'stop' && <StopGold projectId={projectId} gold={gold} onClose={close} />}
    </>
  )
}

function StopGold({ projectId, gold, onClose }: Props & { onClose(): void }) {
  const t = useTranslator()
  const stop = useAction({
    run: () => request('DELETE /api/v1/projects/:pid/jobs/:jid/gold', { params: { pid: projectId, jid: gold.job_id } }),
    changes: [goldKey(projectId)],
    done: t('gold.stopped'),
    onDone: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={t('gold.stopTitle', { name: gold.reference_id })}>
      <Stack>
        <Text size="sm">{t('gold.stopHint')}</Text>
        <Group justify="end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('common.keepIt')}
          </Button>
          <Button color="red" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('gold.stopDo')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
