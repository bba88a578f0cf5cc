import { Stack, Table, Text } from '@mantine/core'
import type { FormatRow } from '../../../contract/exports.ts'
import type { ImportAnswer } from '../../../contract/imports.ts'
import { request } from '../../kit/api.ts'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { exchangeKeys, useImports } from './queries.ts'
import { WorkCard } from './WorkCard.tsx'

const ROWS_SHOWN = 20

export function ImportList({ projectId, formats }: { projectId: string; formats: readonly FormatRow[] }) {
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

function ImportCard({ projectId, row, title }: { projectId: string; row: ImportAnswer; title: string }) {
  const t = useTranslator()
  const { status, progress } = row
  const leftOut = row.failure_kinds.filter(({ lost }) => lost !== null)
  return (
    <WorkCard
      title={title}
      heading={`${title} → ${row.tag}`}
      facts={
        <>
          {t('import.matched', { matched: row.matched, total: progress.parts_total })}
          {row.created > 0 && ` · ${t('import.created', { count: row.created })}`} · {t.moment(row.created_at)}
        </>
      }
      status={status}
      done={progress.parts_done}
      total={progress.parts_total}
      error={
        row.error && (row.classes.some((one) => one.class === null) ? t('import.unknownClasses') : row.error.message)
      }
      end={{
        run: () =>
          request('DELETE /api/v1/projects/:pid/imports/:mid', { params: { pid: projectId, mid: row.import_id } }),
        cancel: t('import.cancel'),
        changes: exchangeKeys.imports(projectId),
      }}
    >
      <Rows
        title={t('import.unmatched')}
        total={row.unmatched_total}
        rows={row.unmatched.map(({ file, reason }) => [file, t(`import.reason.${reason}`)])}
      />
      <Rows
        title={t('import.failures')}
        total={row.failures_total - leftOut.reduce((sum, { count }) => sum + count, 0)}
        rows={row.failures.flatMap(({ file, line, field, type, lost }): [string, string][] =>
          lost === undefined
            ? [
                [
                  [file, line === undefined ? '' : t('import.line', { line }), field ?? ''].filter(Boolean).join(', '),
                  type,
                ],
              ]
            : [],
        )}
      />
      <Rows
        title={t('import.leftOut')}
        total={leftOut.length}
        rows={leftOut.map(({ lost, type, count }) => [
          t('import.leftOutTimes', { name: lost ?? '', count }),
          type === 'UNKNOWN' ? t('import.noAttribute') : t('import.noPlace'),
        ])}
      />
    </WorkCard>
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
