import { Anchor, Badge, Button, Group, Menu, Table, Text } from '@mantine/core'
import { EllipsisVertical, MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { QueueRow } from '../../formats/workbench/queue.ts'
import { request } from '../kit/api.ts'
import { IconMenuButton } from '../kit/IconMenuButton.tsx'
import { useMay, useMe } from '../kit/me.tsx'
import { ago } from '../kit/time.ts'
import { useAction } from '../kit/useAction.ts'
import { OPERATION_WORDS } from '../kit/words.ts'
import { QUEUE } from './queueKey.ts'
import { SkipDialog } from './SkipDialog.tsx'

export function QueueTable({ rows }: { rows: readonly QueueRow[] }) {
  const [skipped, setSkipped] = useState<QueueRow | null>(null)
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Job</Table.Th>
            <Table.Th>Project</Table.Th>
            <Table.Th>Tag</Table.Th>
            <Table.Th>Work</Table.Th>
            <Table.Th ta="right">Priority</Table.Th>
            <Table.Th ta="right">Frames</Table.Th>
            <Table.Th>Waiting</Table.Th>
            <Table.Th>Held by</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
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

const WHY_OFFERED = { unfinished: 'yours, unfinished', rejected: 'yours, sent back' } as const

function Row({ row, onSkip }: { row: QueueRow; onSkip: () => void }) {
  return (
    <Table.Tr>
      <Table.Td maw="16rem">
        <Group gap={6} wrap="nowrap">
          <Anchor component={Link} href={`/jobs/${row.jobId}`} size="sm" className="clipped" title={row.referenceId}>
            {row.referenceId}
          </Anchor>
          {row.own && (
            <Badge size="sm" variant="light" tt="none" color={row.own === 'rejected' ? 'red' : 'yellow'} flex="none">
              {WHY_OFFERED[row.own]}
            </Badge>
          )}
          {row.openIssues > 0 && (
            <Badge
              size="sm"
              variant="default"
              flex="none"
              leftSection={<MessageSquareWarning size="0.75rem" />}
              title={`${row.openIssues} open issues`}
            >
              {row.openIssues}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td maw="11rem" className="clipped" title={row.projectName}>
        {row.projectName}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{row.tag}</Text>
        <Text size="xs" c="dimmed">
          {OPERATION_WORDS[row.operation]}
        </Text>
      </Table.Td>
      <Table.Td>{row.kind === 'review' ? 'review' : 'annotate'}</Table.Td>
      <Table.Td ta="right" className="numbers">
        {row.priorityWeight}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {row.frames}
      </Table.Td>
      <Table.Td>{ago(row.createdAt, Date.now()).replace(' ago', '')}</Table.Td>
      <Table.Td>{row.lease ? row.lease.name : '–'}</Table.Td>
      <Table.Td>
        <RowActions row={row} onSkip={onSkip} />
      </Table.Td>
    </Table.Tr>
  )
}

function RowActions({ row, onSkip }: { row: QueueRow; onSkip: () => void }) {
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
    done: 'The job is back in the queue. What was saved stays.',
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
        {isOthers ? 'Look' : isMine ? 'Go on' : row.kind === 'review' ? 'Review' : 'Annotate'}
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <IconMenuButton label={`Actions for ${row.referenceId}`} icon={EllipsisVertical} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={open}>Look without taking it</Menu.Item>
          <Menu.Item onClick={onSkip} disabled={isOthers}>
            Skip with a reason…
          </Menu.Item>
          {isMine && <Menu.Item onClick={() => release.mutate()}>Give back</Menu.Item>}
          {isOthers && mayTakeOver && (
            <Menu.Item color="red" onClick={() => takeOver.mutate()}>
              Take over from {row.lease?.name}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
