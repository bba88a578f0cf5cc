import { Group, Progress, SegmentedControl, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClassConfusion, QualityRow } from '../../../client/types/quality.ts'
import { operator, queryText } from '../../kit/api.ts'
import { Chart } from '../../kit/charts/Chart.tsx'
import { useMe } from '../../kit/me.tsx'
import { Empty, Loaded } from '../../kit/States.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { DateField } from '../DateField.tsx'
import { ConfusionTable } from './ConfusionTable.tsx'
import { WorstWorkTables } from './WorstWork.tsx'

const KEYS = ['day', 'person', 'tag', 'class', 'attribute'] as const
type Key = (typeof KEYS)[number]

/** How good submitted work is, as reviews found it. */
export function QualityFigures({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const { permissions } = useMe()
  const [by, setBy] = useState<Key>('day')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const range = { from: from || null, to: to === '' ? null : dayAfter(to) }
  const isManager = permissions.includes('manageProjects')
  const rows = useQuery({
    queryKey: ['project', projectId, 'quality', by, from, to],
    queryFn: async ({ signal }) =>
      (
        await operator.get<{ rows: QualityRow[] }>(
          `/projects/${projectId}/quality${queryText({ ...range, by })}`,
          signal,
        )
      ).rows,
  })
  const confusion = useQuery({
    queryKey: ['project', projectId, 'confusion', from, to],
    queryFn: async ({ signal }) =>
      (
        await operator.get<{ confusion: ClassConfusion[] }>(
          `/projects/${projectId}/quality/confusion${queryText(range)}`,
          signal,
        )
      ).confusion,
  })
  return (
    <>
      <Group align="end" mb="sm">
        <SegmentedControl
          aria-label={t('quality.by')}
          data={KEYS.filter((key) => key !== 'person' || isManager).map((value) => ({
            value,
            label: t(`quality.by.${value}`),
          }))}
          value={by}
          onChange={setBy}
        />
        <DateField label={t('usage.from')} value={from} onChange={setFrom} />
        <DateField label={t('usage.to')} value={to} onChange={setTo} />
      </Group>
      <Loaded of={rows}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={t('quality.empty')}>{t('quality.emptyHint')}</Empty>
          ) : (
            <>
              {by === 'day' && <ScoreByDay rows={found} />}
              <QualityTable by={by} rows={found} />
            </>
          )
        }
      </Loaded>
      <WorstWorkTables projectId={projectId} range={range} />
      {confusion.data && confusion.data.length > 0 && (
        <>
          <Title order={2} size="h4" mt="lg" mb="xs">
            {t('quality.confusion')}
          </Title>
          <ConfusionTable confusion={confusion.data} />
        </>
      )}
    </>
  )
}

function ScoreByDay({ rows }: { rows: readonly QualityRow[] }) {
  const t = useTranslator()
  if (rows.every(({ review }) => (review?.score ?? null) === null))
    return (
      <Text c="dimmed" mb="sm">
        {t('quality.emptyHint')}
      </Text>
    )
  return (
    <Chart
      kind="line"
      title={t('ownQuality.score')}
      points={rows
        .map(({ key, review }) => ({ at: key ?? '', score: review?.score ?? null }))
        .toSorted((a, b) => a.at.localeCompare(b.at))}
      series={[{ name: 'score', label: t('quality.score'), color: 'teal.6' }]}
      format={(value) => t.number(value, { style: 'percent', maximumFractionDigits: 1 })}
      range={[0, 1]}
    />
  )
}

/** The service's days are UTC; the last one is included. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

function QualityTable({ by, rows }: { by: Key; rows: readonly QualityRow[] }) {
  const t = useTranslator()
  const hasReviews = by !== 'class' && by !== 'attribute'
  const share = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : t.number(value, { style: 'percent', maximumFractionDigits: 1 })
  const whole = (value: number) => t.number(value, { style: 'percent', maximumFractionDigits: 0 })
  /** Where the true score lies: of few jobs it says how little the score itself does. */
  const between = ({ intervals: { review } }: QualityRow) => review && `(${whole(review.low)}–${whole(review.high)})`
  const count = (value: number | undefined) => (value === undefined ? '–' : t.number(value))
  const cells = ({ jobs, review, by_figure: figures }: QualityRow): [string, string][] => {
    if (by === 'attribute')
      return [
        [t('quality.values'), count(figures.n)],
        [t('quality.equal'), share(figures.agreement)],
      ]
    const outcomes: [string, string][] = [
      [t('quality.accepted'), count(review?.accepted)],
      [t('quality.fixed'), count(review?.fixed)],
      [t('quality.rejected'), count(review?.rejected)],
    ]
    return [
      [t('quality.jobs'), count(jobs)],
      ...(review ? outcomes : []),
      [t('quality.missing'), count(figures.only_a)],
      [t('quality.extra'), count(figures.only_b)],
      [t('quality.pq'), share(figures.pq)],
    ]
  }
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t(`quality.by.${by}`)}</Table.Th>
          {cells(rows[0]).map(([heading]) => (
            <Table.Th key={heading} ta="right">
              {heading}
            </Table.Th>
          ))}
          {hasReviews && <Table.Th w="18rem">{t('quality.score')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.key ?? ''}>
            <Table.Td>{row.name ?? row.key ?? t('quality.machines')}</Table.Td>
            {cells(row).map(([heading, value]) => (
              <Table.Td key={heading} ta="right" className="numbers">
                {value}
              </Table.Td>
            ))}
            {hasReviews && (
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <Progress flex={1} value={(row.review?.score ?? 0) * 100} aria-label={t('quality.score')} />
                  <span className="numbers">
                    {share(row.review?.score)} {between(row)}
                  </span>
                </Group>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
