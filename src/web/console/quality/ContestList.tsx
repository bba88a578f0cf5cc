import { Anchor, Badge, Button, Group, Select, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { ContestRow } from '../../../contract/contests.ts'
import { request } from '../../kit/api.ts'
import { FIRST_PAGE } from '../../kit/firstPage.ts'
import { oneOf } from '../../kit/oneOf.ts'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { withParameter } from '../jobs/narrowing.ts'
import { type SortedColumn, SortedTable } from '../SortedTable.tsx'
import { DecideContest } from './DecideContest.tsx'
import { contestsKey } from './goldQueries.ts'

const SHOWN = ['open', 'upheld', 'dismissed', 'all'] as const

/** Appeals of people against verdicts on their work; open ones first. */
export function ContestList({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const [search, setSearch] = useSearchParams()
  const shown = oneOf(SHOWN, search.get('show')) ?? 'open'
  const contests = useInfiniteQuery({
    queryKey: [...contestsKey(projectId), shown],
    queryFn: ({ signal, pageParam }) => {
      const query = { state: shown === 'all' ? null : shown, page_token: pageParam }
      return request('GET /api/v1/projects/:pid/contests', { params: { pid: projectId }, query, signal })
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.next_page_token,
    refetchInterval: 30_000,
  })
  const rows = contests.data?.pages.flatMap((page) => page.contests) ?? []
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed" role="status">
          {rows.length > 0 && t('contest.count', { count: rows.length })}
        </Text>
        <Select
          w="12rem"
          aria-label={t('contest.show')}
          allowDeselect={false}
          data={SHOWN.map((value) => ({ value, label: t(`contest.show.${value}`) }))}
          value={shown}
          onChange={(value) => setSearch(withParameter('show', value === 'open' ? null : value), { replace: true })}
        />
      </Group>
      <Loaded of={contests}>
        {() =>
          rows.length === 0 ? (
            <Empty title={t(shown === 'open' ? 'contest.empty' : 'contest.emptyAll')}>{t('contest.emptyHint')}</Empty>
          ) : (
            <ContestTable projectId={projectId} rows={rows} />
          )
        }
      </Loaded>
      {contests.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={contests.isFetchingNextPage} onClick={() => contests.fetchNextPage()}>
            {t('common.showMore')}
          </Button>
        </Group>
      )}
    </>
  )
}

const STATE_COLORS = { open: 'orange', upheld: 'teal', dismissed: 'gray' } as const

function ContestTable({ projectId, rows }: { projectId: string; rows: readonly ContestRow[] }) {
  const t = useTranslator()
  const [decided, setDecided] = useState<ContestRow | null>(null)
  const percent = (score: number | null) =>
    score === null ? '–' : t.number(score, { style: 'percent', maximumFractionDigits: 1 })
  const columns: SortedColumn<ContestRow>[] = [
    {
      name: 'job',
      title: t('jobs.column.job'),
      by: (row) => row.reference_id,
      show: (row) => (
        <Anchor component={Link} href={`/projects/${projectId}/jobs/${row.job_id}`} size="sm" fw={500}>
          {row.reference_id}
        </Anchor>
      ),
    },
    { name: 'person', title: t('contest.person'), by: (row) => row.name ?? null, show: (row) => row.name ?? '–' },
    { name: 'about', title: t('contest.about'), by: (row) => row.kind, show: (row) => t(`contest.about.${row.kind}`) },
    {
      name: 'comment',
      title: t('contest.comment'),
      show: (row) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {row.comment}
          </Text>
          {row.answer && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {row.answer}
            </Text>
          )}
        </>
      ),
    },
    {
      name: 'score',
      title: t('contest.score'),
      isNumber: true,
      by: (row) => row.score,
      show: ({ score_before: before, score }) =>
        before === score ? percent(score) : t('contest.scores', { before: percent(before), now: percent(score) }),
    },
    {
      name: 'opened',
      title: t('contest.opened'),
      by: (row) => row.opened_at,
      show: (row) => <span title={t.moment(row.opened_at)}>{t.ago(row.opened_at, Date.now())}</span>,
    },
    {
      name: 'decide',
      title: '',
      show: (row) =>
        row.state === 'open' ? (
          <Button variant="default" size="compact-sm" onClick={() => setDecided(row)}>
            {t('contest.decide')}
          </Button>
        ) : (
          <Badge variant="light" size="sm" tt="none" color={STATE_COLORS[row.state]}>
            {t(`contest.show.${row.state}`)}
          </Badge>
        ),
    },
  ]
  return (
    <>
      <SortedTable columns={columns} rows={rows} keyOf={(row) => row.contest_id} initial="-opened" />
      {decided && <DecideContest projectId={projectId} contest={decided} onClose={() => setDecided(null)} />}
    </>
  )
}
