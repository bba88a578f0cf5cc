import type { Track } from '../../model/document/document.ts'
import { madeOne } from '../../model/document/edits/oneObject.ts'
import { keysOf } from '../../model/document/edits/paths.ts'
import { propagated, propagationEnd } from '../../model/document/edits/propagate.ts'
import { relationsJoined } from '../../model/document/edits/relations.ts'
import { splitTrack } from '../../model/document/edits/splitTrack.ts'
import { changesBetween, changesBy } from '../../model/document/edits/trackChange.ts'
import {
  ended,
  hiddenToggled,
  isKeyFrame,
  keyToggled,
  outThrough,
  outToggled,
} from '../../model/document/edits/trackKeys.ts'
import { putTracks, removeTracks } from '../../model/document/edits/wholeTracks.ts'
import { isPlaced } from '../../model/document/held.ts'
import { notOneWords } from '../document/notOneWords.ts'
import type { EditorSession } from '../document/session.ts'
import type { EditId } from '../messages/message.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'
import { heldCommands } from '../workbench/heldCommands.ts'
import type { Command } from '../workbench/keys/keymap.ts'
import type { Player } from './player.ts'
import type { TrackAction } from './trackAction.ts'

const LARGE_STEP = 10

/** Key commands of videos in addition to those of images. */
export function videoCommands(session: EditorSession, player: Player): Command[] {
  return [...frameCommands(session, player), ...trackCommands(session)]
}

function frameCommands(session: EditorSession, player: Player): Command[] {
  const group = msg('timeline.frames')
  const step = (id: string, label: Message, keys: string[], by: () => number): Command => ({
    id: `frame.${id}`,
    label,
    group,
    keys,
    run() {
      player.pause()
      session.setFrame(session.frame + by())
    },
  })
  const last = session.document.frameCount - 1
  return [
    step('next', msg('timeline.next'), ['F', 'Right'], () => 1),
    step('previous', msg('timeline.previous'), ['D', 'Left'], () => -1),
    step('forward', msg('timeline.forwardMany', { count: LARGE_STEP }), ['Shift+F'], () => LARGE_STEP),
    step('back', msg('timeline.backMany', { count: LARGE_STEP }), ['Shift+D'], () => -LARGE_STEP),
    step('first', msg('timeline.first'), ['Home'], () => -session.frame),
    step('last', msg('timeline.last'), ['End'], () => last),
    step('next_key', msg('timeline.nextKeyframe'), ['G', 'PageDown'], () => toKey(session, 1)),
    step('previous_key', msg('timeline.previousKeyframe'), ['Shift+G', 'PageUp'], () => toKey(session, -1)),
    { id: 'frame.play', label: msg('timeline.playOrPause'), group, keys: ['Shift+Space'], run: () => player.toggle() },
  ]
}

/** The distance to the next keyframe of any selected object. */
function toKey({ document, selection, frame }: EditorSession, direction: 1 | -1): number {
  const frames = [...selection].flatMap((id) => {
    const track = document.tracks.get(id)
    return track ? keysOf(track).map((key) => key.frame) : []
  })
  const beyond = frames.filter((other) => (direction > 0 ? other > frame : other < frame))
  if (beyond.length === 0) return 0
  return (direction > 0 ? Math.min(...beyond) : Math.max(...beyond)) - frame
}

/** Edits of the selected objects at the frame that is shown. */
export function videoTrackActions(session: EditorSession): TrackAction[] {
  const { frameCount } = session.document
  const selected = (): Track[] => [...session.selection].flatMap((id) => session.document.tracks.get(id) ?? [])
  const mayEdit = () => session.selection.size > 0 && !session.readOnly
  const each = (label: EditId, edit: (track: Track, frame: number) => Track | null) => () => {
    const changes = selected().flatMap((track) => changesBy(track, (before) => edit(before, session.frame)))
    if (changes.length === 0) session.notices.refuse(msg('timeline.nothingChanged'))
    else session.execute(label, changes)
  }
  const spread = (direction: 1 | -1) => () => {
    const { frame } = session
    const ends: number[] = []
    const changes = selected().flatMap((track) => {
      const end = propagationEnd(track, frame, direction, frameCount)
      const edits = changesBy(track, (before) => propagated(before, frame, end, frameCount))
      if (edits.length > 0) ends.push(end)
      return edits
    })
    const to = direction > 0 ? Math.max(...ends) : Math.min(...ends)
    if (changes.length === 0) session.notices.refuse(msg('timeline.nothingPropagated'))
    else if (session.execute('edit.propagate', changes)) session.notices.add(msg('timeline.propagated', { frame: to }))
  }
  const goOut = () => {
    const { frame } = session
    const changes = selected().flatMap((track) => changesBy(track, (before) => outToggled(before, frame)))
    if (changes.length === 0) session.notices.refuse(msg('timeline.nothingChanged'))
    if (!session.execute('edit.outside', changes)) return
    // A tracked object has a keyframe in the next frame, so it is outside in this frame only.
    const returns = selected().some((track) => isOutAt(track, frame) && isKeyFrame(track, frame + 1))
    if (returns) session.notices.add(msg('timeline.outsideOnce'))
  }
  const goOutThrough = () => {
    const changes = selected().flatMap((track) => changesBy(track, (one) => outThrough(one, session.frame, frameCount)))
    if (changes.length === 0) session.notices.refuse(msg('timeline.notOutside'))
    else session.execute('edit.outside', changes)
  }
  const action = (id: string, label: Message, keys: string[], run: () => void, isEnabled = mayEdit): TrackAction => ({
    id: `track.${id}`,
    label,
    keys,
    isEnabled,
    run,
  })
  return [
    action('key', msg('timeline.keyframe'), ['K'], each('edit.keyframe', keyToggled)),
    action('out', msg('timeline.outside'), ['O'], goOut),
    action('outThrough', msg('timeline.outsideThrough'), ['Alt+O'], goOutThrough),
    action('end', msg('timeline.end'), ['Shift+O'], each('edit.end', ended)),
    action('hidden', msg('timeline.hidden'), ['X'], each('edit.hidden', hiddenToggled)),
    action('forward', msg('timeline.propagateForward'), ['Ctrl+Right'], spread(1)),
    action('back', msg('timeline.propagateBack'), ['Ctrl+Left'], spread(-1)),
    action('split', msg('timeline.split'), ['/'], () => {
      const laterIds: string[] = []
      const halves = selected().flatMap((track) => {
        const split = splitTrack(track, session.frame, crypto.randomUUID(), frameCount)
        if (split) laterIds.push(split.later.id)
        return split ? [...changesBetween(track, split.earlier), ...putTracks([split.later])] : []
      })
      if (halves.length === 0) session.notices.refuse(msg('track.notSplit'))
      // The later halves stay selected, since they are on the screen.
      else if (session.execute('edit.split', halves)) session.select(laterIds)
    }),
    action(
      'merge',
      msg('timeline.merge'),
      ['M', 'Shift+J'],
      () => {
        const [one, other] = selected()
        const made = madeOne(one, other, frameCount)
        if ('refused' in made) {
          session.notices.refuse(notOneWords(session, 'merge', made))
          return
        }
        const { merged, goneId } = made
        const kept = merged.id === one.id ? one : other
        const related = relationsJoined(session.document.tracks, new Map([[goneId, merged.id]]))
        const changes = [...changesBetween(kept, merged), ...removeTracks([goneId]), ...related]
        if (session.execute('edit.merge', changes)) session.select([merged.id])
      },
      () => session.selection.size === 2 && !session.readOnly,
    ),
  ]
}

const isOutAt = (track: Track, frame: number): boolean =>
  keysOf(track).some((key) => key.kind === 'out' && key.frame === frame)

function trackCommands(session: EditorSession): Command[] {
  const group = msg('timeline.objects')
  return [...videoTrackActions(session).map((action) => ({ ...action, group })), ...heldCommands(session, group)]
}

/** Objects that are held stay where they are, as a person has now said: one step of undo. */
export function propagateHeldInVideo(session: EditorSession, tracks: readonly Track[]): void {
  const { frameCount } = session.document
  const changes = tracks.flatMap((track) =>
    changesBy(track, (one) => {
      const last = keysOf(one).findLast(isPlaced)
      return last ? propagated(one, last.frame, propagationEnd(one, last.frame, 1, frameCount), frameCount) : null
    }),
  )
  session.execute('edit.propagate', changes)
}
