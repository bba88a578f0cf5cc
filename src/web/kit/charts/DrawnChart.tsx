import '@mantine/charts/styles.css'
import { AreaChart, BarChart, LineChart } from '@mantine/charts'
import { ColorSwatch, Group, Text } from '@mantine/core'
import type { ChartProps } from './chartProps.ts'

const STILL = { isAnimationActive: false }
const HEIGHT = 240

/** What Chart loads when it is shown first: the library is larger than the rest of the page. */
export function DrawnChart(chart: ChartProps) {
  const hasLegend = new Set(chart.series.map(({ color }) => color)).size > 1
  return (
    <>
      <Plot {...chart} />
      {hasLegend && <Legend series={chart.series} />}
    </>
  )
}

/** Below the plot, not in it: many names would leave the plot no height. */
const Legend = ({ series }: Pick<ChartProps, 'series'>) => (
  <Group gap="4px 12px" justify="center" mt={6}>
    {series.map(({ name, label, color }) => (
      <Group key={name} gap={6} wrap="nowrap" maw="100%">
        <ColorSwatch color={`var(--mantine-color-${color.replace('.', '-')})`} size={10} withShadow={false} />
        <Text size="xs" truncate title={label}>
          {label}
        </Text>
      </Group>
    ))}
  </Group>
)

function Plot({ kind, points, series, format, range }: ChartProps) {
  const shared = {
    h: HEIGHT,
    data: points.map((point) => ({ ...point })),
    dataKey: 'at',
    series: series.map((one) => ({ ...one })),
    // Called with the place of the value too.
    valueFormatter: (value: number) => format(value),
    yAxisProps: { width: 56, allowDecimals: range !== undefined, ...(range && { domain: [...range] }) },
    // The figure around it has the name; its parts are not stops of the Tab key.
    [`${kind}ChartProps`]: { accessibilityLayer: false, tabIndex: -1 },
  }
  if (kind === 'bar') return <BarChart {...shared} barProps={STILL} maxBarWidth={32} />
  if (kind === 'area')
    return <AreaChart {...shared} type="stacked" curveType="stepAfter" withDots={false} areaProps={STILL} />
  return <LineChart {...shared} curveType="linear" connectNulls withDots={points.length < 40} lineProps={STILL} />
}
