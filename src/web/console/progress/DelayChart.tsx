import { Chart } from '../../kit/charts/Chart.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ProgressDay } from './progressPoints.ts'

/** How fast results reach their receiver, including the slow ones; hidden if nothing arrived. */
export function DelayChart({ days }: { days: readonly ProgressDay[] }) {
  const t = useTranslator()
  if (days.every(({ callbacks }) => callbacks.delay_p95_seconds === null)) return null
  return (
    <Chart
      kind="line"
      title={t('progress.delay')}
      points={days.map(({ at, callbacks }) => ({
        at,
        p50: callbacks.delay_p50_seconds,
        p95: callbacks.delay_p95_seconds,
      }))}
      series={[
        { name: 'p95', label: t('progress.delayOfMost'), color: 'orange.6' },
        { name: 'p50', label: t('progress.delayOfHalf'), color: 'teal.6' },
      ]}
      format={t.duration}
    >
      {t('progress.delayHint')}
    </Chart>
  )
}
