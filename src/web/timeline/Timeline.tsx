import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import type { ModeProps } from '../modes/modes.ts'
import { TimelineBar } from './TimelineBar.tsx'
import { TimelineCanvas } from './timelineCanvas.ts'
import { videoOf } from './videoState.ts'
import './timeline.css'

/** All objects over all frames. */
export function Timeline({ session }: ModeProps) {
  const video = useMemo(() => videoOf(session), [session])
  const dark = useComputedColorScheme() === 'dark'
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const canvas = new TimelineCanvas(host.current, video, dark)
    return () => canvas.dispose()
  }, [video, dark])
  return (
    <div className="timeline">
      <TimelineBar video={video} />
      <div ref={host} className="timeline-canvas" role="img" aria-label="Objects over frames" />
    </div>
  )
}
