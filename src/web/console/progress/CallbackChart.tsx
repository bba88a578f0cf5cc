import { Chart } from '../../kit/charts/Chart.tsx'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ProgressDay } from './progressPoints.ts'

/** Whether results reach their receiver, and how fast; hidden if nothing was sent. */
export function CallbackChart({ days }: { days: readonly ProgressDay[] }) {
  const t = useTranslator()
  const sum = (of: (callbacks: ProgressDay['callbacks']) => number) =>
    days.reduce((total, { callbacks }) => total + of(callbacks), 0)
  const delivered = sum((of) => of.delivered)
  const attempts = delivered + sum((of) => of.failed)
  if (attempts === 0) return null
  const seconds = sum((of) => of.delivered * (of.delay_seconds ?? 0)) / Math.max(1, delivered)
  return (
    <Chart
      kind="bar"
      title={t('progress.callbacks')}
      points={days.map(({ at, callbacks }) => ({ at, delivered: callbacks.delivered, failed: callbacks.failed }))}
      series={[
        { name: 'delivered', label: t('progress.delivered'), color: 'teal.6' },
        { name: 'failed', label: t('progress.failedAttempts'), color: 'red.6' },
      ]}
      format={t.number}
    >
      {t('progress.callbackShare', {
        share: delivered / attempts,
        delay: t.duration(seconds),
        count: sum((of) => of.given_up),
      })}
    </Chart>
  )
}
