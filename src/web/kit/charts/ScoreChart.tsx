import { useTranslator } from '../../messages/useTranslator.tsx'
import { Chart } from './Chart.tsx'

interface ScoreOfDay {
  day: string
  score: number | null
  interval: { low: number; high: number } | null
}

interface Props {
  title: string
  color: string
  days: readonly ScoreOfDay[]
}

/** Scores by day, with their confidence intervals. */
export function ScoreChart({ title, color, days }: Props) {
  const t = useTranslator()
  return (
    <Chart
      kind="line"
      title={title}
      points={days.map(({ day, score, interval }) => ({
        at: day,
        score,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
      }))}
      series={[
        { name: 'score', label: t('quality.score'), color },
        { name: 'low', label: t('quality.atLeast'), color, strokeDasharray: '2 4' },
        { name: 'high', label: t('quality.atMost'), color, strokeDasharray: '2 4' },
      ]}
      format={(value) => t.number(value, { style: 'percent', maximumFractionDigits: 1 })}
      range={[0, 1]}
    >
      {t('quality.intervalHint')}
    </Chart>
  )
}
