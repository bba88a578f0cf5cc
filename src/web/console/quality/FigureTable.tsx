import { Anchor, Text, Tooltip } from '@mantine/core'
import type { QualityRow } from '../../../contract/quality.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { type SortedColumn, SortedTable } from '../SortedTable.tsx'
import { checksOf, scoreBy } from './checkScores.ts'
import type { FigureKey } from './figureQueries.ts'
import { ScoreCell } from './ScoreCell.tsx'

interface Props {
  by: FigureKey
  rows: readonly QualityRow[]
  onPerson(userId: string): void
}

type Column = SortedColumn<QualityRow>

/** Figures in rows. Rows with too few scores are never above or below others by their score: they come last. */
export function FigureTable({ by, rows, onPerson }: Props) {
  const t = useTranslator()
  const number = (name: string, title: string, of: (row: QualityRow) => number | undefined): Column => ({
    name,
    title,
    isNumber: true,
    by: (row) => of(row) ?? null,
    show: (row) => {
      const value = of(row)
      return value === undefined ? '–' : t.number(value)
    },
  })
  const score = (
    name: string,
    title: string,
    of: (row: QualityRow) => number | null,
    interval: keyof QualityRow['intervals'] | null,
  ): Column => ({
    name,
    title,
    isNumber: true,
    by: (row) => (row.ranked === false ? null : of(row)),
    show: (row) => <ScoreCell score={of(row)} interval={interval ? row.intervals[interval] : undefined} />,
  })
  const key: Column = {
    name: 'key',
    title: t(`quality.by.${by}`),
    by: (row) => row.name ?? row.key,
    show: (row) => <KeyOfRow by={by} row={row} onPerson={onPerson} />,
  }
  const figure = (name: 'only_a' | 'only_b', title: string) => number(name, title, ({ by_figure: of }) => of[name])
  const pq = score('pq', t('quality.pq'), ({ by_figure: { pq: quality } }) => quality ?? null, null)
  const jobs = number('jobs', t('quality.jobs'), (row) => row.jobs)
  const outcomes = (['accepted', 'fixed', 'rejected'] as const).map((name) =>
    number(name, t(`quality.${name}`), ({ review }) => review?.[name]),
  )
  const columns: Record<FigureKey, () => Column[]> = {
    attribute: () => [
      number('n', t('quality.values'), ({ by_figure: { n } }) => n),
      score('agreement', t('quality.equal'), ({ by_figure: { agreement } }) => agreement ?? null, 'agreement'),
    ],
    class: () => [
      jobs,
      figure('only_a', t('quality.missing')),
      figure('only_b', t('quality.extra')),
      score('recall', t('quality.recall'), ({ by_figure: { recall } }) => recall ?? null, 'recall'),
      score('precision', t('quality.precision'), ({ by_figure: { precision } }) => precision ?? null, 'precision'),
      pq,
    ],
    reviewer: () => [
      jobs,
      ...outcomes,
      number('overturned', t('quality.overturned'), (row) => row.overturned),
      score('held', t('quality.held'), ({ review }) => review?.score ?? null, 'review'),
    ],
    day: ofWork,
    person: ofWork,
    tag: ofWork,
  }
  function ofWork(): Column[] {
    const checks = checksOf(rows).map((check) =>
      score(check, t(`quality.plot.${check}`), (row) => scoreBy(row, check), check),
    )
    return [
      jobs,
      ...outcomes,
      figure('only_a', t('quality.missing')),
      figure('only_b', t('quality.extra')),
      pq,
      ...checks,
    ]
  }
  return (
    <SortedTable
      label={t(`quality.by.${by}`)}
      columns={[key, ...columns[by]()]}
      rows={rows}
      keyOf={(row) => row.key ?? ''}
      initial={by === 'day' ? '-key' : 'key'}
    />
  )
}

function KeyOfRow({ by, row, onPerson }: Pick<Props, 'by' | 'onPerson'> & { row: QualityRow }) {
  const t = useTranslator()
  const { key, name, ranked } = row
  const shown = name ?? key ?? t('quality.machines')
  const isPerson = by === 'person' && key !== null
  return (
    <>
      {isPerson ? (
        <Anchor component="button" type="button" ta="left" size="sm" fw={500} onClick={() => onPerson(key)}>
          {shown}
        </Anchor>
      ) : (
        shown
      )}
      {ranked === false && (by === 'person' || by === 'reviewer') && (
        <Tooltip label={t('quality.tooFew')}>
          <Text span size="xs" c="dimmed" ml="xs">
            {t('quality.few')}
          </Text>
        </Tooltip>
      )}
    </>
  )
}
