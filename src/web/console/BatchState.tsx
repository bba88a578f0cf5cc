import { Badge, Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import type { BatchSummary } from '../../contract/batches.ts'
import { request } from '../kit/api.ts'
import { IconMenuButton } from '../kit/IconMenuButton.tsx'
import { useAction } from '../kit/useAction.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { keys } from './queries.ts'

const STATES = ['open', 'paused', 'closed'] as const
const COLORS = { paused: 'orange', closed: 'gray' } as const

/** Shown next to the status of a batch that is not open: it gives out, or accepts, no jobs. */
export function BatchStateBadge({ state = 'open' }: Pick<BatchSummary, 'state'>) {
  const t = useTranslator()
  if (state === 'open') return null
  return (
    <Badge variant="outline" size="sm" tt="none" color={COLORS[state]} ml={6}>
      {t(`batches.state.${state}`)}
    </Badge>
  )
}

export function BatchMenu({ projectId, batch }: { projectId: string; batch: BatchSummary }) {
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
