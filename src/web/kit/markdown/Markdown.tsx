import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

const DrawnMarkdown = lazy(async () => ({ default: (await import('./DrawnMarkdown.tsx')).DrawnMarkdown }))

/** Markdown as people read it; what reads it comes when there is some. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton h={80} />}>
      <DrawnMarkdown text={text} />
    </Suspense>
  )
}
