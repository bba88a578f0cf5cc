import { Button, Group, Popover, RangeSlider, Text } from '@mantine/core'
import { Layers2 } from 'lucide-react'
import { useTranslator } from '../../messages/useTranslator.tsx'

/** Over the ground: what lies lower is road, and what stands on it is seen. */
const ABOVE_GROUND_M = 0.3

interface Props {
  /** What is shown; null: points of all heights. */
  limits: readonly [number, number] | null
  /** What can be chosen. */
  range: readonly [number, number]
  /** What heights are measured from. */
  ground: number
  onChange(limits: readonly [number, number] | null): void
}

/** Shows only points between two heights over the ground, in metres. */
export function HeightFilter({ limits, range, ground, onChange }: Props) {
  const t = useTranslator()
  const [low, high] = range
  const shown = limits ?? range
  const inMetres = (height: number) => t.number(height - ground, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const shownRange = t('seg.heightRange', { low: inMetres(shown[0]), high: inMetres(shown[1]) })
  return (
    <Popover position="top" withinPortal width={300}>
      <Popover.Target>
        <Button size="compact-xs" variant={limits ? 'filled' : 'default'} leftSection={<Layers2 size="0.85rem" />}>
          {limits ? shownRange : t('seg.allHeights')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="xs" c="dimmed" mb={6}>
          {t('seg.heightHint')}: {shownRange}
        </Text>
        <RangeSlider
          min={low}
          max={high}
          step={0.05}
          minRange={0.05}
          value={[shown[0], shown[1]]}
          label={inMetres}
          thumbFromLabel={t('seg.minHeight')}
          thumbToLabel={t('seg.maxHeight')}
          onChange={onChange}
        />
        <Group gap="xs" mt="sm">
          <Button
            size="compact-xs"
            variant="default"
            disabled={ground + ABOVE_GROUND_M >= high}
            onClick={() => onChange([Math.max(low, ground + ABOVE_GROUND_M), high])}
          >
            {t('look.hideGround')}
          </Button>
          <Button size="compact-xs" variant="default" disabled={limits === null} onClick={() => onChange(null)}>
            {t('seg.allHeights')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
