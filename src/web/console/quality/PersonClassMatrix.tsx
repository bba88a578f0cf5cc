import type { PersonClassFigures } from '../../../contract/quality.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { HeatMatrix } from './HeatMatrix.tsx'

const MOST_ROWS = 50
const MOST_COLUMNS = 30

interface Props {
  cells: readonly PersonClassFigures[]
  onPerson(userId: string): void
}

/** The quality of each person in each class; those with most jobs first. */
export function PersonClassMatrix({ cells, onPerson }: Props) {
  const t = useTranslator()
  const percent = (value: number) => t.number(value, { style: 'percent', maximumFractionDigits: 0 })
  const byPlace = new Map(cells.map((cell) => [JSON.stringify([cell.user_id, cell.class]), cell]))
  const people = new Map(cells.map(({ user_id: id, name }) => [id, name ?? id ?? t('quality.machines')]))
  const rows = [...people].slice(0, MOST_ROWS).map(([id, name]) => ({
    key: id ?? '',
    name,
    ...(id !== null && { onChoose: () => onPerson(id) }),
  }))
  const classes = [...new Set(cells.map((cell) => cell.class))].slice(0, MOST_COLUMNS)
  return (
    <HeatMatrix
      title={t('quality.personClass')}
      hint={t('quality.personClassHint')}
      corner={t('quality.by.person')}
      rows={rows}
      columns={classes.map((name) => ({ key: name, name }))}
      cellOf={(userId, name) => {
        const cell = byPlace.get(JSON.stringify([userId || null, name]))
        if (!cell) return null
        const { jobs, ranked, by_figure: figures, intervals } = cell
        const { recall, precision } = intervals
        const facts = [
          t('quality.jobCount', { count: jobs }),
          ...(recall ? [t('quality.foundBetween', { low: percent(recall.low), high: percent(recall.high) })] : []),
          ...(precision
            ? [t('quality.rightBetween', { low: percent(precision.low), high: percent(precision.high) })]
            : []),
          ...(ranked ? [] : [t('quality.tooFew')]),
        ]
        return { score: figures.pq ?? null, ranked, hint: facts.join(' · ') }
      }}
    />
  )
}
