import { Group, Input, NumberInput, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslator } from '../../messages/useTranslator.tsx'

type Shares = Readonly<Record<string, number>> | null

const USUAL = { '80/20': { train: 80, val: 20 }, '80/10/10': { train: 80, val: 10, test: 10 } } as const
const isUsual = (name: string): name is keyof typeof USUAL => name in USUAL

export const sumOf = (shares: Shares): number => Object.values(shares ?? {}).reduce((sum, share) => sum + share, 0)

interface Props {
  /** Per cent by name. */
  shares: Shares
  onChange(shares: Shares): void
}

/** Into which sets jobs are divided. */
export function SplitFields({ shares, onChange }: Props) {
  const t = useTranslator()
  const [kind, setKind] = useState(() => (shares ? 'custom' : 'none'))
  const choose = (wanted: string) => {
    setKind(wanted)
    if (wanted === 'none') onChange(null)
    else if (isUsual(wanted)) onChange(USUAL[wanted])
    else onChange({ train: 80, val: 20, test: 0, ...shares })
  }
  return (
    <Input.Wrapper label={t('export.splits')} error={sumOf(shares) > 100 ? t('export.sharesTooLarge') : undefined}>
      <Stack gap="xs" mt={4}>
        <SegmentedControl
          aria-label={t('export.splits')}
          data={[
            { value: 'none', label: t('export.splits.none') },
            ...Object.keys(USUAL).map((name) => ({ value: name, label: name })),
            { value: 'custom', label: t('export.splits.custom') },
          ]}
          value={kind}
          onChange={choose}
        />
        {kind === 'custom' && shares && (
          <Group grow>
            {Object.entries(shares).map(([name, share]) => (
              <NumberInput
                key={name}
                label={t('export.share', { name })}
                min={0}
                max={100}
                value={share}
                onChange={(value) => onChange({ ...shares, [name]: Number(value) || 0 })}
              />
            ))}
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
