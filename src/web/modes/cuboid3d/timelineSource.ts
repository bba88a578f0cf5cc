import type { Track } from '../../../model/document/document.ts'
import { dismissedBox } from '../../../model/document/edits/linkBox.ts'
import { keyRemoved } from '../../../model/document/edits/trackKeys.ts'
import { followsAt } from '../../../model/document/interpolate.ts'
import { msg } from '../../messages/message.ts'
import type { TimelineHit, TimelineRow } from '../../timeline/layout.ts'
import type { Player } from '../../timeline/player.ts'
import type { TimelineMenuEntry, TimelineSource } from '../../timeline/timelineCanvas.ts'
import type { TrackAction } from '../../timeline/trackAction.ts'
import type { CuboidEditor } from './cuboidEditor.ts'

/** What the timeline shows of cuboids: a row each, and below the selected one a row a camera. */
export function timelineSource(editor: CuboidEditor, player: Player, actions: readonly TrackAction[]): TimelineSource {
  const { session, clouds } = editor
  return {
    ...{ session, player, subscribe: editor.subscribe },
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
