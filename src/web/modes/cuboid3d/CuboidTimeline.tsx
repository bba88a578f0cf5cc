import { ActionIcon, NativeSelect, Tooltip, useComputedColorScheme } from '@mantine/core'
import { Pause, Play, StepBack, StepForward } from 'lucide-react'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { systemClock } from '../../document/clock.ts'
import { useSession } from '../../document/useSession.ts'
import { useCommands } from '../../shell/keys/useKeymap.ts'
import { Player, SPEEDS_FPS } from '../../timeline/player.ts'
import { TimelineCanvas, type TimelineSource } from '../../timeline/timelineCanvas.ts'
import { keyMoved } from '../../tools/cuboid/cuboidEdits.ts'
import { operationsBetween } from '../../tools/cuboid/trackOperations.ts'
import type { ModeProps } from '../modes.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import { sceneOf, subscribeScenes } from './openScenes.ts'
import '../../timeline/timeline.css'

/** All objects over all frames; empty until the views are there. */
export function CuboidTimeline({ session }: ModeProps) {
  const scene = useSyncExternalStore(subscribeScenes, () => sceneOf(session))
  return scene && session.document.frameCount > 1 ? <Frames editor={scene.editor} /> : null
}

function Frames({ editor }: { editor: CuboidEditor }) {
  const dark = useComputedColorScheme() === 'dark'
  const host = useRef<HTMLDivElement>(null)
  const playing = useMemo(() => playerOf(editor), [editor])
  const source = useMemo(() => sourceOf(editor, playing.player), [editor, playing])
  useEffect(() => {
    if (!host.current) return
    const canvas = new TimelineCanvas(host.current, source, dark)
    return () => {
      playing.player.pause()
      canvas.dispose()
    }
  }, [source, playing, dark])
  const commands = useMemo(
    () => [
      {
        ...{ id: 'frame.play', group: 'Frames', label: 'Play or pause', keys: ['Shift+Space', 'P'] },
        run: () => playing.player.toggle(),
      },
    ],
    [playing],
  )
  useCommands(commands)
  return (
    <div className="timeline">
      <Bar editor={editor} {...playing} />
      <div ref={host} className="timeline-canvas" role="img" aria-label="Objects over frames" />
    </div>
  )
}

interface Playing {
  player: Player
  subscribe(listener: () => void): () => void
}

function playerOf(editor: CuboidEditor): Playing {
  const { session, clouds } = editor
  const listeners = new Set<() => void>()
  const player = new Player({
    clock: systemClock,
    frameCount: session.document.frameCount,
    frame: () => session.frame,
    setFrame: (frame) => session.setFrame(frame),
    isReady: (frame) => clouds.isLoaded(frame) || clouds.failureOf(frame) !== null,
    onChange: () => {
      for (const listener of listeners) listener()
    },
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { player, subscribe }
}

function sourceOf(editor: CuboidEditor, player: Player): TimelineSource {
  const { session, clouds } = editor
  return {
    ...{ session, player, subscribe: editor.subscribe },
    isBuffered: (frame) => clouds.isLoaded(frame),
    moveKey: (track, from, to) => operationsBetween(track, keyMoved(track, from, to)),
  }
}

function Bar({ editor: { session }, player, subscribe }: Playing & { editor: CuboidEditor }) {
  const frame = useSession(session, (open) => open.frame)
  const last = session.document.frameCount - 1
  const isPlaying = useSyncExternalStore(subscribe, () => player.isPlaying)
  const fps = useSyncExternalStore(subscribe, () => player.fps)
  const step = (by: number) => () => {
    player.pause()
    session.setFrame(frame + by)
  }
  return (
    <div className="timeline-bar" role="toolbar" aria-label="Frames">
      <BarButton label="Frame before (←)" onClick={step(-1)} Icon={StepBack} />
      <BarButton
        label={isPlaying ? 'Pause (P)' : 'Play (P)'}
        onClick={() => player.toggle()}
        Icon={isPlaying ? Pause : Play}
      />
      <BarButton label="Next frame (→)" onClick={step(1)} Icon={StepForward} />
      <span className="timeline-frame">
        {frame} / {last}
      </span>
      <NativeSelect
        size="xs"
        aria-label="Speed"
        value={String(fps)}
        data={SPEEDS_FPS.map((speed) => ({ value: String(speed), label: `${speed} fps` }))}
        onChange={({ currentTarget }) => player.setSpeed(Number(currentTarget.value))}
      />
    </div>
  )
}

const BarButton = ({ label, onClick, Icon }: { label: string; onClick(): void; Icon: typeof Play }) => (
  <Tooltip label={label}>
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <Icon size="0.95rem" />
    </ActionIcon>
  </Tooltip>
)
