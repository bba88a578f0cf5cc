import { Badge, Progress } from '@mantine/core'
import type { ExportAnswer } from '../../../contract/exports.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

type Status = ExportAnswer['status']

const COLORS: Readonly<Record<Status, string>> = {
  queued: 'gray',
  running: 'yellow',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
}

export function StatusBadge({ status }: { status: Status }) {
  const t = useTranslator()
  return (
    <Badge variant="light" color={COLORS[status]} size="sm" tt="none" fw={600}>
      {t(`exchange.status.${status}`)}
    </Badge>
  )
}

/** How far it is, while it is not done. */
export function WorkProgress({ status, done, total }: { status: Status; done: number; total: number }) {
  if (status !== 'queued' && status !== 'running') return null
  const share = total === 0 ? 0 : (100 * done) / total
  return <Progress value={share} animated={status === 'running'} my="xs" aria-label={`${done}/${total}`} />
}
