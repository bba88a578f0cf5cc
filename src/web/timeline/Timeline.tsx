import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslator } from '../messages/useTranslator.tsx'
import type { ModeProps } from '../workbench/mode.ts'
import { TimelineBar } from './TimelineBar.tsx'
import { TimelineFrame } from './TimelineFrame.tsx'
import { TimelineMenu } from './TimelineMenu.tsx'
import { type OpenMenu, TimelineCanvas, type TimelineSource } from './timelineCanvas.ts'
import type { TrackAction } from './trackAction.ts'
import { videoTrackActions } from './videoCommands.ts'
import { type VideoState, videoOf } from './videoState.ts'

/** All objects over all frames. */
export function Timeline({ session }: ModeProps) {
  const t = useTranslator()
  const video = useMemo(() => videoOf(session), [session])
  const actions = useMemo(() => videoTrackActions(session), [session])
  const source = useMemo(() => sourceOf(video, actions), [video, actions])
  const dark = useComputedColorScheme() === 'dark'
  const host = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  useEffect(() => {
    if (!host.current) return
    const canvas = new TimelineCanvas(host.current, source, dark, t, setMenu)
    return () => canvas.dispose()
  }, [source, dark, t])
  return (
    <TimelineFrame session={session}>
      <TimelineBar
        session={session}
        actions={actions}
        player={video.player}
        subscribe={video.subscribe}
        commands="frame"
      />
      <div ref={host} className="timeline-canvas" role="img" aria-label={t('timeline.objects')} />
      <TimelineMenu menu={menu} onClose={() => setMenu(null)} />
    </TimelineFrame>
  )
}

function sourceOf(video: VideoState, actions: readonly TrackAction[]): TimelineSource {
  const { session, player, subscribe } = video
  return {
    session,
    player,
    subscribe,
    isBuffered: (frame) => video.isBuffered(frame),
    menuOf: (hit) => (!hit || hit.kind === 'ruler' ? [] : actions.filter(({ isEnabled }) => isEnabled())),
  }
}
