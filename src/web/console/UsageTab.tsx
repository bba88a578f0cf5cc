import { Button, Group, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UsageRow } from '../../contract/deliveries.ts'
import { request } from '../kit/api.ts'
import { FIRST_PAGE } from '../kit/firstPage.ts'
import { Empty, Loaded } from '../kit/States.tsx'
import { TableHead } from '../kit/TableHead.tsx'
import { useTranslator } from '../messages/useTranslator.tsx'
import { DateField } from './DateField.tsx'
import { DownloadCsv } from './DownloadCsv.tsx'
import { daySpan } from './daySpan.ts'
import { usageCsv } from './usageCsv.ts'

/** The ledger of completed work, for accounting. */
export function UsageTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const load = (pageToken: string | null, signal?: AbortSignal) =>
    request('GET /api/v1/projects/:pid/usage', {
      params: { pid: projectId },
      query: { ...daySpan(from, to), page_token: pageToken },
      signal,
    })
  const pages = useInfiniteQuery({
    queryKey: ['project', projectId, 'usage', from, to],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_page_token,
  })
  return (
    <>
      <Group justify="space-between" align="end" mb="sm">
        <Group align="end">
          <DateField label={t('usage.from')} value={from} onChange={setFrom} />
          <DateField label={t('usage.to')} value={to} onChange={setTo} />
        </Group>
        <DownloadCsv
          fileName={t('usage.file', { from: from || t('usage.begin'), to: to || t('usage.now') })}
          load={async (token) => {
            const { rows, next_page_token: next } = await load(token)
            return { rows, next }
          }}
          toCsv={usageCsv}
        />
      </Group>
      <Loaded of={pages}>
        {({ pages: loaded }) => (
          <Rows
            rows={loaded.flatMap(({ rows }) => rows)}
            hasMore={pages.hasNextPage}
            isLoading={pages.isFetchingNextPage}
            onMore={() => void pages.fetchNextPage()}
          />
        )}
      </Loaded>
    </>
  )
}

interface RowsProps {
  rows: readonly UsageRow[]
  hasMore: boolean
  isLoading: boolean
  onMore(): void
}

function Rows({ rows, hasMore, isLoading, onMore }: RowsProps) {
  const t = useTranslator()
  if (rows.length === 0) {
    return <Empty title={t('usage.empty')}>{t('usage.emptyHint')}</Empty>
  }
  const sum = (of: (row: UsageRow) => number) => t.number(rows.reduce((total, row) => total + of(row), 0))
  return (
    <>
      <Table>
        <TableHead
          columns={[
            t('jobs.column.job'),
            t('job.tag'),
            { number: t('batches.column.frames') },
            { number: t('batches.column.annotations') },
            t('batches.column.completed'),
          ]}
        />
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.job_id}>
              <Table.Td>{row.reference_id}</Table.Td>
              <Table.Td>{row.tag}</Table.Td>
              <Table.Td ta="right" className="numbers">
                {t.number(row.frames)}
              </Table.Td>
              <Table.Td ta="right" className="numbers">
                {t.number(row.annotations)}
              </Table.Td>
              <Table.Td>{t.moment(row.completed_at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={2}>{t(hasMore ? 'usage.rowsSoFar' : 'usage.rows', { count: rows.length })}</Table.Th>
            <Table.Th ta="right" className="numbers">
              {sum(({ frames }) => frames)}
            </Table.Th>
            <Table.Th ta="right" className="numbers">
              {sum(({ annotations }) => annotations)}
            </Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      {hasMore && (
        <Group justify="center" my="sm">
          <Button variant="default" loading={isLoading} onClick={onMore}>
            {t('common.showMore')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('usage.fileHasAll')}
          </Text>
        </Group>
      )}
    </>
  )
}
