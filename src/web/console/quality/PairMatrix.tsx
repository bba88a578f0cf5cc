import type { PersonPair } from '../../../contract/quality.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { HeatMatrix } from './HeatMatrix.tsx'

const MOST_PEOPLE = 40

interface Props {
  pairs: readonly PersonPair[]
  onPerson(userId: string): void
}

/** How well each pair of people agrees; pairs with most common jobs first. */
export function PairMatrix({ pairs, onPerson }: Props) {
  const t = useTranslator()
  const percent = (value: number) => t.number(value, { style: 'percent', maximumFractionDigits: 0 })
  const byPlace = new Map(
    pairs.flatMap((pair) => [[`${pair.a} ${pair.b}`, pair] as const, [`${pair.b} ${pair.a}`, pair]]),
  )
  const people = new Map(pairs.flatMap(({ a, b, name_a, name_b }) => [[a, name_a ?? a] as const, [b, name_b ?? b]]))
  const headings = [...people]
    .slice(0, MOST_PEOPLE)
    .map(([id, name]) => ({ key: id, name, onChoose: () => onPerson(id) }))
  return (
    <HeatMatrix
      title={t('quality.pairs')}
      hint={t('quality.pairsHint')}
      corner={t('quality.by.person')}
      rows={headings}
      columns={headings}
      cellOf={(one, other) => {
        const pair = byPlace.get(`${one} ${other}`)
        if (!pair) return null
        const { jobs, agreement, ranked, interval } = pair
        const facts = [
          t('quality.jobCount', { count: jobs }),
          ...(interval ? [t('quality.between', { low: percent(interval.low), high: percent(interval.high) })] : []),
          ...(ranked ? [] : [t('quality.tooFew')]),
        ]
        return { score: agreement, ranked, hint: facts.join(' · ') }
      }}
    />
  )
}
