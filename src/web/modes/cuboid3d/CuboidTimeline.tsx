import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Track } from '../../../model/document/document.ts'
import { dismissedBox } from '../../../model/document/edits/linkBox.ts'
import { keyRemoved } from '../../../model/document/edits/trackKeys.ts'
import { followsAt } from '../../../model/document/interpolate.ts'
import { systemClock } from '../../document/clock.ts'
import { type Observable, Signal } from '../../document/observable.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { TimelineHit, TimelineRow } from '../../timeline/layout.ts'
import { Player } from '../../timeline/player.ts'
import { TimelineBar } from '../../timeline/TimelineBar.tsx'
import { TimelineFrame } from '../../timeline/TimelineFrame.tsx'
import { TimelineMenu } from '../../timeline/TimelineMenu.tsx'
import {
  type OpenMenu,
  TimelineCanvas,
  type TimelineMenuEntry,
  type TimelineSource,
} from '../../timeline/timelineCanvas.ts'
import type { TrackAction } from '../../timeline/trackAction.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { sceneOf, subscribeScenes } from './openScenes.ts'
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
        id: 'cloud.frame.play',
        group: msg('command.groupFrames'),
        label: msg('timeline.playOrPause'),
        keys: ['Shift+Space', 'P'],
        run: () => playing.player.toggle(),
      },
    ],
    [playing],
  )
  useCommands(commands)
  return (
    <TimelineFrame session={editor.session}>
      <TimelineBar session={editor.session} {...playing} actions={actions} commands="cloud.frame" />
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

/** What the timeline shows of cuboids: a row each, and below the selected one a row a camera. */
function timelineSource(editor: CuboidEditor, player: Player, actions: readonly TrackAction[]): TimelineSource {
  const { session, clouds } = editor
  return {
    session,
    player,
    subscribe: editor.subscribe,
    isBuffered: (frame) => clouds.isLoaded(frame),
    rowsBelow: (track) => cameraRows(editor, track),
    menuOf: (hit) => menuOf(editor, actions, hit),
    showSensor: (cameraId) => editor.setView({ cameraId }),
  }
}

function cameraRows({ job }: CuboidEditor, track: Track): TimelineRow[] {
  if (!track.cuboid && track.views.size < 2) return []
  return [...track.views].map(([sensorId, { keys, follows, attributes }]) => {
    const name = job.sensors.find(({ id }) => id === sensorId)?.name || sensorId
    return { track, sensorId, keys, name, attributes, followed: follows ? (track.cuboid?.keys ?? []) : null }
  })
}

function menuOf(editor: CuboidEditor, actions: readonly TrackAction[], hit: TimelineHit): TimelineMenuEntry[] {
  if (!hit || hit.kind === 'ruler' || editor.session.readOnly) return []
  const ofTrack = actions.filter(({ isEnabled }) => isEnabled())
  if (hit.kind === 'name') return ofTrack
  const ofPlace = hit.sensorId === null ? keyEntries(editor, hit) : boxEntries(editor, hit.sensorId, hit)
  return hit.sensorId === null ? [...ofPlace, ...ofTrack] : ofPlace
}

type Place = Extract<TimelineHit, { kind: 'key' | 'row' }>

/** A key of the object's own row; what the key at this frame is called depends on what it says. */
function keyEntries(editor: CuboidEditor, { kind, trackId, frame }: Place): TimelineMenuEntry[] {
  const keys = editor.session.document.tracks.get(trackId)?.cuboid?.keys
  const isOut = keys?.some((key) => key.kind === 'out' && key.frame === frame)
  if (kind !== 'key') return []
  return [
    {
      label: isOut ? msg('edit.continueTrack') : msg('edit.deleteKeyframe'),
      run: () => removeKey(editor, trackId, null, frame),
    },
  ]
}

function boxEntries(editor: CuboidEditor, sensorId: string, { trackId, frame }: Place): TimelineMenuEntry[] {
  const path = editor.session.document.tracks.get(trackId)?.views.get(sensorId)
  if (!path || !editor.isEditable(sensorId)) return []
  const hasKey = path.keys.some((key) => key.frame === frame)
  if (!path.follows)
    return hasKey ? [{ label: msg('edit.deleteKeyframe'), run: () => removeKey(editor, trackId, sensorId, frame) }] : []
  if (followsAt(path, frame)) {
    const dismiss = () => editor.edit(trackId, 'edit.removeBox', (track) => dismissedBox(track, sensorId, frame))
    return [{ label: msg('cuboid.dismissFrame'), run: dismiss }]
  }
  return [{ label: msg('cuboid.follow'), run: () => removeKey(editor, trackId, sensorId, frame) }]
}

function removeKey(editor: CuboidEditor, trackId: string, sensorId: string | null, frame: number): void {
  if (!editor.edit(trackId, 'edit.deleteKeyframe', (track) => keyRemoved(track, sensorId, frame))) {
    editor.tell(msg('track.onlyKeyframe'))
  }
}
