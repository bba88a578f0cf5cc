import { Button, Group, Menu, Paper, Text } from '@mantine/core'
import { ChevronUp } from 'lucide-react'
import { useState } from 'react'
import type { JobRowAnswer } from '../../../contract/console.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { BULK_ACTIONS, type BulkAction, MAX_CHOSEN } from './jobAction.ts'
import { actionFilter } from './jobFilters.ts'
import type { Selection } from './useSelection.ts'

interface Props {
  projectId: string
  search: URLSearchParams
  rows: readonly JobRowAnswer[]
  selection: Selection
}

/** The actions on selected jobs; visible while any are selected. */
export function BulkBar({ projectId, search, rows, selection }: Props) {
  const t = useTranslator()
  const [action, setAction] = useState<BulkAction | null>(null)
  const { isAll, ids } = selection
  if (!isAll && ids.size === 0) return null
  const chosen = isAll ? { filter: actionFilter(search) } : { job_ids: [...ids].slice(0, MAX_CHOSEN) }
  return (
    <Paper
      withBorder
      shadow="md"
      px="md"
      py="xs"
      pos="sticky"
      bottom="0.75rem"
      mt="md"
      style={{ zIndex: 5 }}
      component="section"
      aria-label={t('jobs.selection')}
    >
      <Group justify="space-between">
        <Group gap="sm">
          <Text size="sm" fw={600} role="status">
            {isAll ? t('jobs.allSelected') : t('jobs.selected', { count: ids.size })}
          </Text>
          {!isAll && ids.size >= rows.length && (
            <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
              {t('jobs.selectAll')}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            {t('jobs.clearSelection')}
          </Button>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={() => setAction('assign')}>
            {t('jobs.action.assign')}
          </Button>
          <Button variant="default" onClick={() => setAction('priority')}>
            {t('jobs.action.priority')}
          </Button>
          <Menu position="top-end" withinPortal>
            <Menu.Target>
              <Button variant="default" rightSection={<ChevronUp size="0.875rem" />}>
                {t('common.more')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {BULK_ACTIONS.filter((one) => one !== 'assign' && one !== 'priority').map((one) => (
                <Menu.Item key={one} color={one === 'cancel' ? 'red' : undefined} onClick={() => setAction(one)}>
                  {t(`jobs.action.${one}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      {action && (
        <ActionDialog
          projectId={projectId}
          action={action}
          chosen={chosen}
          rows={rows}
          onClose={() => setAction(null)}
          onDone={selection.clear}
        />
      )}
    </Paper>
  )
}
