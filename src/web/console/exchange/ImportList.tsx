import { Group, Paper, Stack, Table, Text } from '@mantine/core'
import type { Format } from '../../../client/types/exports.ts'
import type { ImportShown } from '../../../client/types/imports.ts'
import { operator } from '../../kit/api.ts'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { EndButton } from './EndButton.tsx'
import { exchangeKeys, useImports } from './queries.ts'
import { StatusBadge, WorkProgress } from './StatusBadge.tsx'

const ROWS_SHOWN = 20

export function ImportList({ projectId, formats }: { projectId: string; formats: readonly Format[] }) {
  const t = useTranslator()
  const imports = useImports(projectId)
  return (
    <Loaded of={imports}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title={t('import.empty')}>{t('import.emptyHint')}</Empty>
        ) : (
          <Stack gap="sm">
            {rows.map((row) => (
              <ImportCard
                key={row.import_id}
                projectId={projectId}
                row={row}
                title={formats.find(({ format }) => format === row.format)?.title ?? row.format}
              />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

function ImportCard({ projectId, row, title }: { projectId: string; row: ImportShown; title: string }) {
  const t = useTranslator()
  const { status, progress } = row
  const isOpen = status === 'queued' || status === 'running'
  const remove = useAction({
    run: () => operator.remove(`/projects/${projectId}/imports/${row.import_id}`),
    changes: [exchangeKeys.imports(projectId)],
  })
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Group gap="xs">
            <Text fw={600}>
              {title} → {row.tag}
            </Text>
            <StatusBadge status={status} />
          </Group>
          <Text size="sm" c="dimmed">
            {t('import.matched', { matched: row.matched, total: progress.parts_total })}
            {row.created > 0 && ` · ${t('import.created', { count: row.created })}`} · {t.moment(row.created_at)}
          </Text>
        </div>
        <EndButton
          label={isOpen ? t('import.cancel') : t('common.delete')}
          isPending={remove.isPending}
          onClick={remove.mutate}
        />
      </Group>
      <WorkProgress status={status} done={progress.parts_done} total={progress.parts_total} />
      {row.error && (
        <Text size="sm" c="red" mt={4}>
          {row.classes.some((one) => one.class === null) ? t('import.unknownClasses') : row.error.message}
        </Text>
      )}
      <Rows
        title={t('import.unmatched')}
        total={row.unmatched_total}
        rows={row.unmatched.map(({ file, reason }) => [file, t(`import.reason.${reason}`)])}
      />
      <Rows
        title={t('import.failures')}
        total={row.failures_total}
        rows={row.failures.map(({ file, line, field, type }) => [
          [file, line === undefined ? '' : t('import.line', { line }), field ?? ''].filter(Boolean).join(', '),
          type,
        ])}
      />
    </Paper>
  )
}

interface RowsProps {
  title: string
  rows: readonly (readonly [string, string])[]
  /** There may be more than are listed. */
  total: number
}

function Rows({ title, rows, total }: RowsProps) {
  const t = useTranslator()
  if (total === 0) return null
  const shown = rows.slice(0, ROWS_SHOWN)
  return (
    <Stack gap={2} mt="xs">
      <Text size="sm" fw={500}>
        {title} ({t.number(total)})
      </Text>
      <Table aria-label={title} verticalSpacing={2} fz="sm">
        <Table.Tbody>
          {shown.map(([what, why], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may be listed for several reasons
            <Table.Tr key={index}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{what}</Table.Td>
              <Table.Td>{why}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > shown.length && (
        <Text size="sm" c="dimmed">
          {t('common.andMore', { count: total - shown.length })}
        </Text>
      )}
    </Stack>
  )
}
