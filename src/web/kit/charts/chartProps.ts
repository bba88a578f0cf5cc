type ChartPoint = Readonly<Record<string, string | number | null>> & { at: string }

export interface ChartProps {
  kind: 'line' | 'bar' | 'area'
  /** `at` is the place on the axis; the others are values by the names of the series. */
  points: readonly ChartPoint[]
  series: readonly { name: string; label: string; color: string; strokeDasharray?: string }[]
  format(value: number): string
  /** Lowest and highest value of the axis, if known; such values are not counts. */
  range?: readonly [number, number]
}
