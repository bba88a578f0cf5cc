import { Button, Group, Menu, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { JobRowAnswer } from '../../contract/console.ts'
import { isFinished } from '../../model/stage.ts'
import { request } from '../kit/api.ts'
import { useMay } from '../kit/me.tsx'
import { useAction } from '../kit/useAction.ts'
import { msg } from '../messages/message.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { ReopenReason } from './jobs/ReopenReason.tsx'
import { TruthDialog } from './quality/TruthDialog.tsx'
import { keys } from './queries.ts'

interface Props {
  projectId: string
  row: JobRowAnswer
  /** It has a result, and is not gold yet. */
  mayBeGold: boolean
}

/** Priority, cancel, retry, reopen, end a person's lease, use as gold. */
export function JobManagement({ projectId, row, mayBeGold }: Props) {
  const t = useTranslator()
  const [asking, setAsking] = useState<Asked | 'priority' | 'gold' | null>(null)
  const mayTakeOver = useMay('takeOver')
  const mayDelete = useMay('deleteData')
  const params = { pid: projectId, jid: row.jobId }
  const changes = [keys.job(projectId, row.jobId), keys.jobs(projectId)]
  const retry = useAction({
    run: () => request('POST /api/v1/projects/:pid/jobs/:jid/retry', { params }),
    changes,
    done: t('job.retried'),
  })
  const release = useAction({
    run: () => request('POST /api/jobs/:jid/release', { params: { jid: row.jobId } }),
    changes,
    done: t('job.released'),
  })
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size="0.875rem" />}>
            {t('job.actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={isFinished(row.stage)} onClick={() => setAsking('priority')}>
            {t('job.changePriority')}
          </Menu.Item>
          {row.stage === 'failed' && <Menu.Item onClick={() => retry.mutate()}>{t('common.tryAgain')}</Menu.Item>}
          {row.stage === 'completed' && <Menu.Item onClick={() => setAsking('reopen')}>{t('job.reopen')}</Menu.Item>}
          {row.lease && mayTakeOver && <Menu.Item onClick={() => release.mutate()}>{t('job.release')}</Menu.Item>}
          {mayBeGold && <Menu.Item onClick={() => setAsking('gold')}>{t('gold.use')}</Menu.Item>}
          <Menu.Item color="red" disabled={isFinished(row.stage)} onClick={() => setAsking('cancel')}>
            {t('job.cancel')}
          </Menu.Item>
          {mayDelete && (
            <Menu.Item color="red" disabled={!isFinished(row.stage)} onClick={() => setAsking('delete')}>
              {t('job.deleteData')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'priority' && (
        <PriorityDialog params={params} row={row} changes={changes} onClose={() => setAsking(null)} />
      )}
      {asking === 'gold' && (
        <TruthDialog
          projectId={projectId}
          job={{ job_id: row.jobId, reference_id: row.referenceId }}
          isGold={false}
          onClose={() => setAsking(null)}
        />
      )}
      {asking !== null && asking !== 'priority' && asking !== 'gold' && (
        <ConfirmDialog params={params} verb={asking} changes={changes} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

interface DialogProps {
  params: { pid: string; jid: string }
  changes: readonly (readonly unknown[])[]
  onClose(): void
}

function PriorityDialog({ params, row, changes, onClose }: DialogProps & { row: JobRowAnswer }) {
  const t = useTranslator()
  const [weight, setWeight] = useState<number | string>(row.priorityWeight)
  const save = useAction({
    run: () => request('PATCH /api/v1/projects/:pid/jobs/:jid', { params, body: { priority_weight: Number(weight) } }),
    changes,
    onDone: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={t('job.priority')}>
      <Stack>
        <NumberInput
          label={t('job.priorityHint')}
          min={1}
          max={10}
          allowDecimal={false}
          data-autofocus
          value={weight}
          onChange={setWeight}
        />
        <Group justify="end">
          <Button loading={save.isPending} disabled={weight === ''} onClick={() => save.mutate()}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const WORDS = {
  cancel: {
    title: msg('job.cancelTitle'),
    text: msg('job.cancelHint'),
    button: msg('job.cancelDo'),
    no: msg('job.no'),
    color: 'red',
  },
  reopen: {
    title: msg('job.reopenTitle'),
    text: msg('job.reopenHint'),
    button: msg('job.reopenDo'),
    no: msg('common.cancel'),
    color: undefined,
  },
  delete: {
    title: msg('job.deleteTitle'),
    text: msg('job.deleteHint'),
    button: msg('job.deleteDo'),
    no: msg('job.no'),
    color: 'red',
  },
} as const
type Asked = keyof typeof WORDS

function ConfirmDialog({ params, verb, changes, onClose }: DialogProps & { verb: Asked }) {
  const t = useTranslator()
  const [reason, setReason] = useState('')
  const act = useAction({
    run: () => {
      if (verb === 'delete') return request('DELETE /api/v1/projects/:pid/jobs/:jid/data', { params })
      if (verb === 'reopen') return request('POST /api/v1/projects/:pid/jobs/:jid/reopen', { params, body: { reason } })
      return request('POST /api/v1/projects/:pid/jobs/:jid/cancel', { params })
    },
    changes,
    onDone: onClose,
  })
  const { title, text, button, no, color } = WORDS[verb]
  return (
    <Modal opened onClose={onClose} title={t.of(title)}>
      <Stack>
        <Text size="sm">{t.of(text)}</Text>
        {verb === 'reopen' && <ReopenReason onChange={setReason} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t.of(no)}
          </Button>
          <Button color={color} loading={act.isPending} onClick={() => act.mutate()}>
            {t.of(button)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
