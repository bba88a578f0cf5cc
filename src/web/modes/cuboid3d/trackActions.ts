import { COMMON_VIEW, type Track } from '../../../model/document/document.ts'
import { confirmedToEnd } from '../../../model/document/edits/confirmStanding.ts'
import { firstFrame, type MergeNote } from '../../../model/document/edits/mergeTracks.ts'
import { madeOne } from '../../../model/document/edits/oneObject.ts'
import { sizedAlike, stationaryToggledAt } from '../../../model/document/edits/placeCuboid.ts'
import { propagated, propagationEnd } from '../../../model/document/edits/propagate.ts'
import { relationsJoined } from '../../../model/document/edits/relations.ts'
import { splitTrack } from '../../../model/document/edits/splitTrack.ts'
import { changesBy } from '../../../model/document/edits/trackChange.ts'
import { endToggled, keyToggled } from '../../../model/document/edits/trackKeys.ts'
import { isPlaced } from '../../../model/document/held.ts'
import type { Edit } from '../../../model/document/operations/documentOperation.ts'
import { toPlainTrack } from '../../../model/document/plainTrack.ts'
import { notOneWords } from '../../document/notOneWords.ts'
import type { EditorSession } from '../../document/session.ts'
import { type EditId, msg } from '../../messages/message.ts'
import type { Message } from '../../messages/messageValues.ts'
import type { TrackAction } from '../../timeline/trackAction.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidFits } from './cuboidFits.ts'
import { propagate, propagateHeld } from './propagate.ts'

const NOTES: Record<MergeNote, Message> = {
  not_stationary: msg('track.mergeNotStationary'),
  own_sizes: msg('track.mergeSizes'),
}

const noteMessages = (notes: Iterable<MergeNote>): Message[] => Array.from(notes, (note) => NOTES[note])

/** Edits of the selected objects over the frames: keys, and buttons over the timeline. */
export function trackActions(editor: CuboidEditor, fits: CuboidFits): TrackAction[] {
  const { session } = editor
  const hasOne = () => editor.selectedTrack !== null && editor.canEditTrack(editor.selectedTrack)
  const hasForm = () => hasOne() && (editor.selectedTrack?.cuboid != null || isPoints(editor.selectedTrack))
  const hasBox = () => editor.canEdit && [...session.selection].some((id) => editor.boxOf(id, editor.frame))
  const carries = () => hasBox() || (editor.canEdit && selectedTracks(session).some(isPoints))
  const carry = (direction: 1 | -1) => () => {
    propagatePoints(editor, direction)
    void propagate(editor, fits, direction)
  }
  const standing = () => selectedTracks(session).filter(({ stationary }) => stationary)
  const action = (id: string, label: Message, keys: string[], isEnabled: () => boolean, run: () => void) => ({
    id: `cuboid.${id}`,
    label,
    keys,
    isEnabled,
    run,
  })
  const edit = (label: EditId, how: (track: Track) => Track | null, refusal: Message) => () => {
    const id = editor.selectedId
    if (id !== null && !editor.edit(id, label, how)) editor.tell(refusal)
  }
  const toggleKey = edit('edit.keyframe', (track) => keyToggled(track, editor.frame), msg('track.noKeyframe'))
  const toggleEnd = edit('edit.end', (track) => endToggled(track, editor.frame), msg('track.cannotEnd'))
  return [
    action('key', msg('command.toggleKeyframe'), ['K'], hasOne, toggleKey),
    action('end', msg('command.toggleEnd'), ['O', 'Shift+O'], hasOne, toggleEnd),
    action('stationary', msg('command.toggleStationary'), ['Y'], hasForm, () => toggleStationary(editor)),
    action(
      'confirm',
      msg('command.confirmStanding'),
      ['Alt+Y'],
      () => editor.canEdit && standing().length > 0,
      () => confirmStanding(editor, standing()),
    ),
    action('propagate.back', msg('timeline.propagateBack'), ['Ctrl+Left'], carries, carry(-1)),
    action('propagate.forward', msg('timeline.propagateForward'), ['Ctrl+Right'], carries, carry(1)),
    action('split', msg('command.split'), ['/'], hasOne, () => splitSelected(editor)),
    action(
      'merge',
      msg('command.mergeSelected'),
      ['Shift+M', 'Shift+J'],
      () => session.selection.size > 1 && selectedTracks(session).every((track) => editor.canEditTrack(track)),
      () => mergeSelected(editor),
    ),
  ]
}

const selectedTracks = ({ selection, document }: EditorSession): Track[] =>
  [...selection].flatMap((id) => document.tracks.get(id) ?? [])

const isPoints = (track: Track | null): boolean => track?.views.has(COMMON_VIEW) ?? false
const areFree = (session: EditorSession, tracks: readonly Track[]) => tracks.filter(({ id }) => !session.locked.has(id))

/** Lines and points stay where they are; boxes are looked for from frame to frame. One step of undo. */
export function propagateAll(editor: CuboidEditor, fits: CuboidFits, tracks: readonly Track[]): void {
  const { session } = editor
  const { frameCount } = session.document
  const free = areFree(session, tracks)
  const run = {}
  session.execute(
    'edit.propagate',
    free.flatMap((track) =>
      changesBy(track, (one) => {
        const last = one.views.get(COMMON_VIEW)?.keys.findLast(isPlaced)
        return last ? propagated(one, last.frame, propagationEnd(one, last.frame, 1, frameCount), frameCount) : null
      }),
    ),
    run,
  )
  const boxes = free.filter(({ cuboid }) => cuboid !== null)
  void propagateHeld(editor, fits, boxes, run)
}

/** Lines and points stay where they are in the common frame: they are there too, up to the next keyframe. */
function propagatePoints(editor: CuboidEditor, direction: 1 | -1): void {
  const { session, frame } = editor
  const { frameCount } = session.document
  const carried = areFree(session, selectedTracks(session).filter(isPoints))
  session.execute(
    'edit.propagate',
    carried.flatMap((track) =>
      changesBy(track, (one) => propagated(one, frame, propagationEnd(one, frame, direction, frameCount), frameCount)),
    ),
  )
}

/** Stationary objects are said to stand where they are in all frames that they have: then none is held any more. */
export function confirmStanding({ session }: CuboidEditor, tracks: readonly Track[]): void {
  const { frameCount } = session.document
  const edits = areFree(session, tracks).flatMap((track) => changesBy(track, (one) => confirmedToEnd(one, frameCount)))
  if (session.execute('edit.confirmStanding', edits))
    session.notices.add(msg('track.confirmed', { count: tracks.length }), 'success')
  else session.notices.refuse(msg('track.alreadyConfirmed'))
}

export function toggleStationary(editor: CuboidEditor): void {
  if (!editor.job.hasEgoPose) {
    editor.tell(msg('cuboid.stationary.needsEgoPose'))
    return
  }
  const id = editor.selectedId
  if (id) editor.edit(id, 'edit.stationary', (track) => stationaryToggledAt(track, editor.frame))
}

/** The size that is shown here becomes that of the whole object, also in frames with a different one. */
export function sizeAlike(editor: CuboidEditor): void {
  const id = editor.selectedId
  if (id && !editor.edit(id, 'edit.sizeAlike', (track) => sizedAlike(track, editor.frame))) {
    editor.tell(msg('track.sizeAlready'))
  }
}

function splitSelected(editor: CuboidEditor): void {
  const { session, selectedTrack: track, frame } = editor
  if (!track) return
  const halves = splitTrack(track, frame, crypto.randomUUID(), session.document.frameCount)
  if (!halves) {
    editor.tell(msg('track.notSplit'))
    return
  }
  const { earlier, later } = halves
  const index = [...session.document.tracks.keys()].indexOf(track.id) + 1
  const isDone = session.execute('edit.split', [
    { type: 'putTrack', track: toPlainTrack(earlier), index: null },
    { type: 'putTrack', track: toPlainTrack(later), index },
  ])
  if (!isDone) return
  session.select([later.id])
  editor.tell(msg('track.split', { frame }))
}

function mergeSelected(editor: CuboidEditor): void {
  const { session } = editor
  const { frameCount } = session.document
  const chosen = selectedTracks(session)
  const [first, ...others] = chosen.sort((a, b) => firstFrame(a) - firstFrame(b))
  let merged = first
  const operations: Edit[] = []
  const mergedInto = new Map<string, string>()
  const notes = new Set<MergeNote>()
  for (const other of others) {
    const result = madeOne(merged, other, frameCount)
    if ('refused' in result) {
      session.notices.refuse(notOneWords(session, 'merge', result))
      return
    }
    merged = result.merged
    mergedInto.set(result.goneId, merged.id)
    operations.push({ type: 'removeTrack', trackId: result.goneId })
    for (const note of result.notes) notes.add(note)
  }
  operations.push({ type: 'putTrack', track: toPlainTrack(merged), index: null })
  operations.push(...relationsJoined(session.document.tracks, mergedInto))
  if (!session.execute('edit.merge', operations)) return
  session.select([merged.id])
  editor.tell(
    notes.size === 0
      ? msg('track.merged', { count: chosen.length })
      : msg('track.mergedNotes', { count: chosen.length, notes: { list: noteMessages(notes) } }),
  )
}
