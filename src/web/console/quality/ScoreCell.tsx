import { Group, Text } from '@mantine/core'
import { useTranslator } from '../../messages/useTranslator.tsx'
import './quality.css'

interface Props {
  score: number | null | undefined
  interval: { low: number; high: number } | null | undefined
}

/** A score with its confidence interval, which shows how little a score of a few jobs says. */
export function ScoreCell({ score, interval }: Props) {
  const t = useTranslator()
  if (score === null || score === undefined) return <>–</>
  const whole = (value: number) => t.number(value, { style: 'percent', maximumFractionDigits: 0 })
  const { low, high } = interval ?? { low: score, high: score }
  return (
    <Group gap="xs" wrap="nowrap" justify="end">
      <span className="score-range" aria-hidden="true">
        <span style={{ left: `${low * 100}%`, right: `${(1 - high) * 100}%` }} />
        <b style={{ left: `${score * 100}%` }} />
      </span>
      <div>
        {t.number(score, { style: 'percent', maximumFractionDigits: 1 })}
        {interval && (
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t('quality.between', { low: whole(low), high: whole(high) })}
          </Text>
        )}
      </div>
    </Group>
  )
}
