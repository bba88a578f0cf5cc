import { SimpleGrid } from '@mantine/core'
import type { QualityRow } from '../../../contract/quality.ts'
import { Chart } from '../../kit/charts/Chart.tsx'
import { ScoreChart } from '../../kit/charts/ScoreChart.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { checksOf, scoreBy } from './checkScores.ts'

const COLORS = { review: 'teal.6', gold: 'yellow.6', consensus: 'blue.5' } as const

/** Scores by day with their confidence intervals, one plot for each kind of check with data. */
export function ScorePlots({ rows }: { rows: readonly QualityRow[] }) {
  const t = useTranslator()
  const days = rows.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? ''))
  const checks = checksOf(rows)
  return (
    <SimpleGrid
      cols={{
        base: 1,
        md: Math.min(2, checks.length + 1),
        lg: checks.length === 2 ? 3 : Math.min(2, checks.length + 1),
      }}
      mb="md"
    >
      {checks.map((check) => (
        <ScoreChart
          key={check}
          title={t(`quality.plot.${check}`)}
          color={COLORS[check]}
          days={days.map((row) => ({
            day: row.key ?? '',
            score: scoreBy(row, check),
            interval: row.intervals[check] ?? null,
          }))}
        />
      ))}
      <Chart
        kind="bar"
        title={t('quality.jobsByDay')}
        points={days.map(({ key, jobs }) => ({ at: key ?? '', jobs }))}
        series={[{ name: 'jobs', label: t('quality.jobs'), color: 'cyan.7' }]}
        format={t.number}
      >
        {checks.length === 0 ? t('quality.emptyHint') : undefined}
      </Chart>
    </SimpleGrid>
  )
}
