import { Anchor, Badge, Button, Group, Menu, Table, Text } from '@mantine/core'
import { EllipsisVertical, MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { QueueRowAnswer } from '../../contract/queue.ts'
import { request } from '../kit/api.ts'
import { IconMenuButton } from '../kit/IconMenuButton.tsx'
import { useMay, useMe } from '../kit/me.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { QUEUE } from './queueKey.ts'
import { SkipDialog } from './SkipDialog.tsx'

export function QueueTable({ rows }: { rows: readonly QueueRowAnswer[] }) {
  const t = useTranslator()
  const [skipped, setSkipped] = useState<QueueRowAnswer | null>(null)
  return (
    <>
      <Table>
        <TableHead
          columns={[
            t('queue.column.job'),
            t('queue.project'),
            t('queue.tag'),
            t('queue.column.step'),
            { number: t('queue.column.priority') },
            { number: t('queue.column.frames') },
            t('queue.column.waiting'),
            t('queue.column.assigned'),
          ]}
          hasActions
        />
        <Table.Tbody>
          {rows.map((row) => (
            <Row key={row.jobId} row={row} onSkip={() => setSkipped(row)} />
          ))}
        </Table.Tbody>
      </Table>
      {skipped && (
        <SkipDialog jobId={skipped.jobId} referenceId={skipped.referenceId} onClose={() => setSkipped(null)} />
      )}
    </>
  )
}

function Row({ row, onSkip }: { row: QueueRowAnswer; onSkip: () => void }) {
  const t = useTranslator()
  return (
    <Table.Tr>
      <Table.Td maw="16rem">
        <Group gap="0 6px">
          <Anchor component={Link} href={`/jobs/${row.jobId}`} size="sm" className="clipped" title={row.referenceId}>
            {row.referenceId}
          </Anchor>
          {row.own && (
            <Badge
              size="sm"
              variant="light"
              tt="none"
              color={row.own === 'rejected' ? 'red' : 'yellow'}
              miw="max-content"
            >
              {t(
                row.own === 'rejected'
                  ? 'queue.own.rejected'
                  : row.kind === 'review'
                    ? 'queue.own.review'
                    : 'queue.own.unfinished',
              )}
            </Badge>
          )}
          {row.openIssues > 0 && (
            <Badge
              size="sm"
              variant="default"
              flex="none"
              leftSection={<MessageSquareWarning size="0.75rem" />}
              title={t('queue.openIssues', { count: row.openIssues })}
            >
              {row.openIssues}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td maw="clamp(11rem, 16vw, 24rem)" className="clipped" title={row.projectName}>
        {row.projectName}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{row.tag}</Text>
        <Text size="xs" c="dimmed">
          {t(`annotationType.${row.operation}`)}
        </Text>
      </Table.Td>
      <Table.Td>
        {t(
          row.own === 'rejected'
            ? 'queue.step.rework'
            : row.kind === 'review'
              ? 'queue.step.review'
              : 'queue.step.annotate',
        )}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {row.priorityWeight}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {row.frames}
      </Table.Td>
      <Table.Td>{t.wait((Date.now() - Date.parse(row.waitingSince)) / 1000)}</Table.Td>
      <Table.Td>{row.lease ? row.lease.name : '–'}</Table.Td>
      <Table.Td>
        <RowActions row={row} onSkip={onSkip} />
      </Table.Td>
    </Table.Tr>
  )
}

function RowActions({ row, onSkip }: { row: QueueRowAnswer; onSkip: () => void }) {
  const t = useTranslator()
  const me = useMe()
  const mayTakeOver = useMay('takeOver')
  const [, go] = useLocation()
  const params = { jid: row.jobId }
  const open = () => go(`/jobs/${row.jobId}`)
  const claim = useAction({
    run: () => request('POST /api/jobs/:jid/claim', { params }),
    onDone: open,
    changes: [QUEUE],
  })
  const takeOver = useAction({
    run: () => request('POST /api/jobs/:jid/take-over', { params }),
    onDone: open,
    changes: [QUEUE],
  })
  const release = useAction({
    run: () => request('POST /api/jobs/:jid/release', { params }),
    done: t('queue.released'),
    changes: [QUEUE],
  })
  const isMine = row.lease?.userId === me.userId
  const isOthers = row.lease !== null && !isMine
  return (
    <Group gap={4} justify="end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant={isOthers ? 'default' : 'light'}
        loading={claim.isPending}
        onClick={() => (isOthers || isMine ? open() : claim.mutate())}
      >
        {isOthers
          ? t('queue.look')
          : isMine
            ? t('queue.continue')
            : row.kind === 'review'
              ? t('queue.review')
              : row.own === 'rejected'
                ? t('queue.step.rework')
                : t('queue.annotate')}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <IconMenuButton label={t('common.actionsFor', { name: row.referenceId })} icon={EllipsisVertical} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={open}>{t('queue.openReadOnly')}</Menu.Item>
          <Menu.Item onClick={onSkip} disabled={isOthers}>
            {t('queue.skipWithReason')}
          </Menu.Item>
          {isMine && <Menu.Item onClick={() => release.mutate()}>{t('queue.release')}</Menu.Item>}
          {isOthers && row.lease && mayTakeOver && (
            <Menu.Item color="red" onClick={() => takeOver.mutate()}>
              {t('queue.takeOverFrom', { name: row.lease.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
