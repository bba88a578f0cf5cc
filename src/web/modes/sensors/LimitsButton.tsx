import { Button, Group, Popover, RangeSlider, Text } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  Icon: LucideIcon
  /** The label without limits, also of the button that removes them. */
  all: string
  /** A description of the shown points. */
  shown: string
  hint: string
  limits: readonly [number, number] | null
  range: readonly [number, number]
  step: number
  thumbs: readonly [least: string, most: string]
  valueText(value: number): string
  onChange(limits: readonly [number, number] | null): void
  /** A description of other hidden points; the button that removes the limits shows them too. */
  alsoHidden?: string | null
  /** Shows only the button while there are no limits. */
  isBrief?: boolean
  /** Other ways to set it. */
  children?: ReactNode
}

/** Shows only points between two limits: a button with the current limits, and a slider in its popover. */
export function LimitsButton({
  Icon,
  all,
  shown,
  hint,
  limits,
  range,
  step,
  thumbs,
  isBrief,
  alsoHidden = null,
  children,
  ...does
}: Props) {
  const icon = <Icon size="0.85rem" />
  const isIcon = isBrief && !limits
  const keepsOut = limits !== null || alsoHidden !== null
  return (
    <Popover position="top" withinPortal width={300}>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant={keepsOut ? 'filled' : 'default'}
          leftSection={isIcon ? undefined : icon}
          aria-label={isIcon ? all : undefined}
          title={isIcon ? all : undefined}
        >
          {isIcon ? icon : limits ? shown : (alsoHidden ?? all)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="xs" c="dimmed" mb={6}>
          {hint}: {shown}
        </Text>
        <RangeSlider
          min={range[0]}
          max={range[1]}
          step={step}
          minRange={step}
          value={[...(limits ?? range)]}
          label={does.valueText}
          thumbFromLabel={thumbs[0]}
          thumbToLabel={thumbs[1]}
          onChange={does.onChange}
        />
        <Group gap="xs" mt="sm">
          {children}
          <Button size="compact-xs" variant="default" disabled={!keepsOut} onClick={() => does.onChange(null)}>
            {all}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
