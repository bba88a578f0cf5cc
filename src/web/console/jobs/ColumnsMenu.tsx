import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import type { JobRowAnswer } from '../../../contract/console.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { COLUMNS, columnOf } from './columns.tsx'
import { metadataName } from './jobFilters.ts'

interface Props {
  names: readonly string[]
  setNames(names: readonly string[]): void
  /** Their metadata can be columns too. */
  rows: readonly JobRowAnswer[]
}

export function ColumnsMenu({ names, setNames, rows }: Props) {
  const t = useTranslator()
  const ofMetadata = rows.flatMap(({ metadata }) => Object.keys(metadata).map(metadataName))
  const offered = [...new Set([...Object.keys(COLUMNS), ...names, ...ofMetadata])]
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button variant="default" size="compact-sm" leftSection={<Columns3 size="0.875rem" />}>
          {t('jobs.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="60vh" style={{ overflow: 'auto' }}>
        {/* Ordered as in the menu, not by the order of the choices. */}
        <Checkbox.Group
          aria-label={t('jobs.columns')}
          value={[...names]}
          onChange={(chosen) => setNames(offered.filter((name) => chosen.includes(name)))}
        >
          <Stack gap="xs">
            {offered.map((name) => (
              <Checkbox key={name} value={name} label={columnOf(t, name)?.title ?? name} size="sm" />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
