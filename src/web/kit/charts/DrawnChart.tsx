import '@mantine/charts/styles.css'
import { AreaChart, BarChart, LineChart } from '@mantine/charts'
import type { ChartProps } from './chartProps.ts'

const STILL = { isAnimationActive: false }
const HEIGHT = 240

/** What Chart loads when it is shown first: the library is larger than the rest of the page. */
export function DrawnChart({ kind, points, series, format, range }: ChartProps) {
  const shared = {
    h: HEIGHT,
    data: points.map((point) => ({ ...point })),
    dataKey: 'at',
    series: series.map((one) => ({ ...one })),
    // Bounds have the colour of what they bound.
    withLegend: new Set(series.map(({ color }) => color)).size > 1,
    // Called with the place of the value too.
    valueFormatter: (value: number) => format(value),
    yAxisProps: { width: 56, allowDecimals: range !== undefined, ...(range && { domain: [...range] }) },
    // The figure around it has the name; its parts are no stops of the Tab key.
    [`${kind}ChartProps`]: { accessibilityLayer: false, tabIndex: -1 },
  }
  if (kind === 'bar') return <BarChart {...shared} barProps={STILL} maxBarWidth={32} />
  if (kind === 'area')
    return <AreaChart {...shared} type="stacked" curveType="stepAfter" withDots={false} areaProps={STILL} />
  return <LineChart {...shared} curveType="linear" connectNulls withDots={points.length < 40} lineProps={STILL} />
}
