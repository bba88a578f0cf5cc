import { Radius } from 'lucide-react'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { LimitsButton } from './LimitsButton.tsx'

interface Props {
  /** The shown distances; null: all. */
  limits: readonly [number, number] | null
  farM: number
  onChange(limits: readonly [number, number] | null): void
}

/** Shows only points between two distances from the sensor, seen from above, in metres. */
export function DistanceFilter({ limits, farM, onChange }: Props) {
  const t = useTranslator()
  const range = [0, Math.max(1, Math.ceil(farM))] as const
  const [low, high] = limits ?? range
  const inMetres = (distance: number) => t.number(distance, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  return (
    <LimitsButton
      Icon={Radius}
      all={t('look.allDistances')}
      shown={t('look.distanceRange', { low: inMetres(low), high: inMetres(high) })}
      hint={t('look.distanceHint')}
      thumbs={[t('look.minDistance'), t('look.maxDistance')]}
      step={0.5}
      valueText={inMetres}
      isBrief
      limits={limits}
      range={range}
      onChange={onChange}
    />
  )
}
