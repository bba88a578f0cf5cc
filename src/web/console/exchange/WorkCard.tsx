import { Badge, Button, Group, Paper, Progress, Text } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportAnswer } from '../../../contract/exports.ts'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

type Status = ExportAnswer['status']

const COLORS: Readonly<Record<Status, string>> = {
  queued: 'gray',
  running: 'yellow',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
}

function StatusBadge({ status }: { status: Status }) {
  const t = useTranslator()
  return (
    <Badge variant="light" color={COLORS[status]} size="sm" tt="none" fw={600}>
      {t(`exchange.status.${status}`)}
    </Badge>
  )
}

/** How far it is, while it is not done. */
function WorkProgress({ status, done, total }: { status: Status; done: number; total: number }) {
  if (status !== 'queued' && status !== 'running') return null
  const share = total === 0 ? 0 : (100 * done) / total
  return <Progress value={share} animated={status === 'running'} my="xs" aria-label={`${done}/${total}`} />
}

interface Props {
  title: string
  heading: string
  facts: ReactNode
  status: ExportAnswer['status']
  done: number
  total: number
  error: string | null
  /** What ends it; null: this person may not. */
  end: { run(): Promise<unknown>; cancel: string; changes: readonly unknown[] } | null
  actions?: ReactNode
  children?: ReactNode
}

/** An export or import: how far it is, what it came to, and how to end it. */
export function WorkCard({ title, heading, facts, status, done, total, error, end, actions, children }: Props) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{heading}</Text>
            <StatusBadge status={status} />
          </Group>
          <Text size="sm" c="dimmed">
            {facts}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {actions}
          {end && <End {...end} isOpen={status === 'queued' || status === 'running'} />}
        </Group>
      </Group>
      <WorkProgress status={status} done={done} total={total} />
      {error !== null && (
        <Text size="sm" c="red" mt={4}>
          {error}
        </Text>
      )}
      {children}
    </Paper>
  )
}

/** Cancels it while it runs, and deletes it afterwards. */
function End({ run, cancel, changes, isOpen }: NonNullable<Props['end']> & { isOpen: boolean }) {
  const t = useTranslator()
  const remove = useAction({ run, changes: [changes] })
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<X size="0.9rem" />}
      loading={remove.isPending}
      onClick={() => remove.mutate()}
    >
      {isOpen ? cancel : t('common.delete')}
    </Button>
  )
}
