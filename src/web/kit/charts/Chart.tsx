import { Paper, Skeleton, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ChartProps } from './chartProps.ts'

const DrawnChart = lazy(async () => ({ default: (await import('./DrawnChart.tsx')).DrawnChart }))

interface FigureProps extends ChartProps {
  title: string
  children?: ReactNode
}

/** A plot with its title and its description. */
export function Chart({ title, children, ...chart }: FigureProps) {
  return (
    <Paper withBorder p="md" component="figure" m={0} aria-label={title}>
      <Text component="figcaption" fw={600} size="sm">
        {title}
      </Text>
      <Text size="xs" c="dimmed" mih="1.2rem" mb="xs">
        {children}
      </Text>
      <Suspense fallback={<Skeleton h={240} />}>
        <DrawnChart {...chart} />
      </Suspense>
    </Paper>
  )
}
