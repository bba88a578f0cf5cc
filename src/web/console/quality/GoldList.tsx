import { Anchor, Group, Select, Text } from '@mantine/core'
import { Link, useSearchParams } from 'wouter'
import type { GoldJobRow } from '../../../contract/gold.ts'
import { oneOf } from '../../kit/oneOf.ts'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { withParameter } from '../jobs/narrowing.ts'
import { type SortedColumn, SortedTable } from '../SortedTable.tsx'
import { GoldMenu } from './GoldMenu.tsx'
import { GoldState } from './GoldState.tsx'
import { useGold } from './goldQueries.ts'

const SHOWN = ['questioned', 'older'] as const

/** Jobs with known ground truth: how often they were annotated, and which of them need attention. */
export function GoldList({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const gold = useGold(projectId)
  const [search, setSearch] = useSearchParams()
  const shown = oneOf(SHOWN, search.get('show'))
  return (
    <Loaded of={gold}>
      {(rows) => {
        if (rows.length === 0) return <Empty title={t('gold.empty')}>{t('gold.emptyHint')}</Empty>
        const found = rows.filter(
          (row) => shown === undefined || (shown === 'questioned' ? row.questioned : row.older_tag_version),
        )
        return (
          <>
            <Group justify="space-between" mb="xs">
              <Text size="sm" c="dimmed" role="status">
                {t('gold.count', { count: found.length })}
              </Text>
              <Select
                w="14rem"
                aria-label={t('gold.show')}
                placeholder={t('gold.show.all')}
                clearable
                data={SHOWN.map((value) => ({ value, label: t(`gold.show.${value}`) }))}
                value={shown ?? null}
                onChange={(value) => setSearch(withParameter('show', value), { replace: true })}
              />
            </Group>
            {found.length === 0 ? (
              <Empty title={t('gold.noneShown')} />
            ) : (
              <GoldTable projectId={projectId} rows={found} />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function GoldTable({ projectId, rows }: { projectId: string; rows: readonly GoldJobRow[] }) {
  const t = useTranslator()
  const columns: SortedColumn<GoldJobRow>[] = [
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
    { name: 'tag', title: t('job.tag'), by: (row) => row.tag, show: (row) => row.tag },
    {
      name: 'given',
      title: t('gold.given'),
      isNumber: true,
      by: (row) => row.given,
      show: (row) => t.number(row.given),
    },
    {
      name: 'score',
      title: t('gold.meanScore'),
      isNumber: true,
      by: (row) => row.mean_score,
      show: ({ mean_score: score }) =>
        score === null ? '–' : t.number(score, { style: 'percent', maximumFractionDigits: 1 }),
    },
    {
      name: 'state',
      title: t('gold.state'),
      by: (row) => (row.questioned ? 0 : row.older_tag_version ? 1 : null),
      show: (row) => <GoldState gold={row} />,
    },
    {
      name: 'made',
      title: t('gold.made'),
      by: (row) => row.created_at,
      show: (row) => <span title={t.moment(row.created_at)}>{t.ago(row.created_at, Date.now())}</span>,
    },
    { name: 'menu', title: '', width: '3rem', show: (row) => <GoldMenu projectId={projectId} gold={row} /> },
  ]
  return <SortedTable columns={columns} rows={rows} keyOf={(row) => row.job_id} initial="-made" />
}
