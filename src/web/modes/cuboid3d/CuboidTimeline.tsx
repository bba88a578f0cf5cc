import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { systemClock } from '../../document/clock.ts'
import { type Observable, Signal } from '../../document/observable.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { Player } from '../../timeline/player.ts'
import { TimelineBar } from '../../timeline/TimelineBar.tsx'
import { TimelineFrame } from '../../timeline/TimelineFrame.tsx'
import { TimelineMenu } from '../../timeline/TimelineMenu.tsx'
import { type OpenMenu, TimelineCanvas } from '../../timeline/timelineCanvas.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { sceneOf, subscribeScenes } from './openScenes.ts'
import { timelineSource } from './timelineSource.ts'
import { trackActions } from './trackActions.ts'

/** All objects over all frames; empty until the views are there. */
export function CuboidTimeline({ session }: ModeProps) {
  const scene = useSyncExternalStore(subscribeScenes, () => sceneOf(session))
  return scene && session.document.frameCount > 1 ? <Frames scene={scene} /> : null
}

function Frames({ scene: { editor, fits } }: { scene: CuboidScene }) {
  const t = useTranslator()
  const dark = useComputedColorScheme() === 'dark'
  const host = useRef<HTMLDivElement>(null)
  const playing = useMemo(() => playerOf(editor), [editor])
  const actions = useMemo(() => trackActions(editor, fits), [editor, fits])
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const source = useMemo(() => timelineSource(editor, playing.player, actions), [editor, playing, actions])
  useEffect(() => {
    if (!host.current) return
    const canvas = new TimelineCanvas(host.current, source, dark, t, setMenu)
    return () => {
      playing.player.pause()
      canvas.dispose()
    }
  }, [source, playing, dark, t])
  const commands = useMemo(
    () => [
      {
        ...{
          id: 'cloud.frame.play',
          group: msg('command.groupFrames'),
          label: msg('timeline.playOrPause'),
          keys: ['Shift+Space', 'P'],
        },
        run: () => playing.player.toggle(),
      },
    ],
    [playing],
  )
  useCommands(commands)
  return (
    <TimelineFrame session={editor.session}>
      <TimelineBar session={editor.session} {...playing} {...{ actions }} commands="cloud.frame" />
      <div ref={host} className="timeline-canvas" role="img" aria-label={t('timeline.objects')} />
      <TimelineMenu menu={menu} onClose={() => setMenu(null)} />
    </TimelineFrame>
  )
}

interface Playing extends Observable {
  player: Player
}

function playerOf(editor: CuboidEditor): Playing {
  const { session, clouds } = editor
  const changes = new Signal()
  const player = new Player({
    clock: systemClock,
    frameCount: session.document.frameCount,
    frame: () => session.frame,
    setFrame: (frame) => session.setFrame(frame),
    isReady: (frame) => clouds.isLoaded(frame) || clouds.failureOf(frame) !== null,
    onChange: changes.emit,
  })
  return { player, subscribe: changes.subscribe }
}
