import { Anchor, Badge, Button, Group, Menu, Table, TextInput } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { BatchSummary } from '../../contract/batches.ts'
import { request } from '../kit/api.ts'
import { DialogForm } from '../kit/DialogForm.tsx'
import { IconMenuButton } from '../kit/IconMenuButton.tsx'
import { useMay } from '../kit/me.tsx'
import { Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useAction } from '../kit/useAction.ts'
import type { Translator } from '../messages/translator.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys, useBatches } from './queries.ts'

const STATES = ['open', 'paused', 'closed'] as const
const COLORS = { paused: 'orange', closed: 'gray' } as const

/** Shown next to the status of a batch that is not open: it gives out, or accepts, no jobs. */
function BatchStateBadge({ state = 'open' }: Pick<BatchSummary, 'state'>) {
  const t = useTranslator()
  if (state === 'open') return null
  return (
    <Badge variant="outline" size="sm" tt="none" color={COLORS[state]} ml={6}>
      {t(`batches.state.${state}`)}
    </Badge>
  )
}

function BatchMenu({ projectId, batch }: { projectId: string; batch: BatchSummary }) {
  const t = useTranslator()
  const change = useAction({
    run: (state: (typeof STATES)[number]) =>
      request('PATCH /api/v1/projects/:pid/batch/:bid', { params: { pid: projectId, bid: batch.id }, body: { state } }),
    changes: [keys.batches(projectId)],
  })
  const now = batch.state ?? 'open'
  // The one of jobs without a batch always takes them.
  const offered = STATES.filter((state) => state !== now && !(state === 'closed' && batch.is_default))
  return (
    <Menu position="bottom-end" withinPortal width="18rem">
      <Menu.Target>
        <IconMenuButton label={t('common.actionsFor', { name: batch.name })} icon={EllipsisVertical} />
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((state) => (
          <Menu.Item key={state} onClick={() => change.mutate(state)}>
            {t(`batches.to.${state}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const STATUS_COLORS: Readonly<Record<string, string>> = { Complete: 'teal', 'In Progress': 'yellow', Empty: 'gray' }
const STATUSES = ['Empty', 'In Progress', 'Complete'] as const

function statusName(t: Translator, status: string): string {
  const known = STATUSES.find((one) => one === status)
  return known ? t(`batches.status.${known}`) : status
}

export function BatchesTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const batches = useBatches(projectId)
  const mayManage = useMay('manageJobs')
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      {mayManage && (
        <Group justify="end" mb="sm">
          <Button onClick={() => setCreating(true)}>{t('batches.new')}</Button>
        </Group>
      )}
      <Loaded of={batches}>
        {(rows) => (
          <Table>
            <TableHead
              columns={[
                t('batches.column.batch'),
                t('batches.column.status'),
                { number: t('batches.column.jobs') },
                { number: t('batches.column.completed') },
                { number: t('batches.column.frames') },
                { number: t('batches.column.annotations') },
                t('batches.column.created'),
              ]}
              hasActions
            />
            <Table.Tbody>
              {rows.map((row) => (
                <BatchRow key={row.id} projectId={projectId} row={row} mayManage={mayManage} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Loaded>
      {isCreating && <NewBatch projectId={projectId} onClose={() => setCreating(false)} />}
    </>
  )
}

function BatchRow({ projectId, row, mayManage }: { projectId: string; row: BatchSummary; mayManage: boolean }) {
  const t = useTranslator()
  const resend = useAction({
    run: () =>
      request('POST /api/v1/projects/:pid/batch/:bid/callback', {
        params: { pid: projectId, bid: row.id },
        query: { only: 'failed' },
      }),
    done: ({ queued }) => (queued === 0 ? t('batches.nothingToResend') : t('batches.resent', { count: queued })),
  })
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} href={`/projects/${projectId}/jobs?batch=${row.id}`} size="sm" fw={500}>
          {row.name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Badge variant="light" size="sm" tt="none" color={STATUS_COLORS[row.status] ?? 'gray'}>
          {statusName(t, row.status)}
        </Badge>
        <BatchStateBadge state={row.state} />
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {t.number(row.total_jobs)}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {t.number(row.completed_jobs)}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {t.number(row.total_frames)}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {t.number(row.annotations)}
      </Table.Td>
      <Table.Td>{t.moment(row.created_at)}</Table.Td>
      <Table.Td ta="right">
        {mayManage && (
          <Group gap="xs" justify="end" wrap="nowrap">
            {row.total_jobs > 0 && (
              <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
                {t('batches.resend')}
              </Button>
            )}
            <BatchMenu projectId={projectId} batch={row} />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function NewBatch({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useTranslator()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const create = useAction({
    run: () =>
      request('POST /api/v1/projects/:pid/batch', {
        params: { pid: projectId },
        body: { name: name.trim(), description: description.trim() },
      }),
    changes: [keys.batches(projectId)],
    onDone: onClose,
    quiet: true,
  })
  return (
    <DialogForm
      title={t('batches.new')}
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
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('batches.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
