import { Button } from '@mantine/core'
import { Layers2 } from 'lucide-react'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { LimitsButton } from './LimitsButton.tsx'

interface Props {
  /** What is shown; null: points of all heights. */
  limits: readonly [number, number] | null
  /** What can be chosen. */
  range: readonly [number, number]
  /** What heights are measured from. */
  ground: number
  onChange(limits: readonly [number, number] | null): void
  /** Hides the ground as it runs. */
  localGround: { isHidden: boolean; onToggle(): void }
}

/** Shows only points between two heights over the ground, in metres. */
export function HeightFilter({ limits, range, ground, onChange, localGround }: Props) {
  const t = useTranslator()
  const [least, most] = limits ?? range
  const inMetres = (height: number) => t.number(height - ground, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  return (
    <LimitsButton
      Icon={Layers2}
      all={t('seg.allHeights')}
      shown={t('seg.heightRange', { low: inMetres(least), high: inMetres(most) })}
      hint={t('seg.heightHint')}
      thumbs={[t('seg.minHeight'), t('seg.maxHeight')]}
      step={0.05}
      valueText={inMetres}
      alsoHidden={localGround.isHidden ? t('look.groundHidden') : null}
      onChange={(chosen) => {
        if (chosen === null && localGround.isHidden) localGround.onToggle()
        onChange(chosen)
      }}
      limits={limits}
      range={range}
    >
      <Button
        size="compact-xs"
        variant={localGround.isHidden ? 'filled' : 'default'}
        aria-pressed={localGround.isHidden}
        onClick={localGround.onToggle}
      >
        {t('look.hideGround')}
      </Button>
    </LimitsButton>
  )
}
