import type { Track } from '../../model/document/document.ts'
import { changesBetween } from '../../model/document/edits/trackChange.ts'
import { withoutHeld } from '../../model/document/held.ts'
import { heldTracks } from './heldFrames.ts'
import type { EditorSession } from './session.ts'

/** Propagates held objects in the mode of an open job. */
type PropagateHeld = (tracks: readonly Track[]) => void

const PROPAGATE = new WeakMap<EditorSession, PropagateHeld>()

/** @returns takes it back */
export function providePropagateHeld(session: EditorSession, propagate: PropagateHeld): () => void {
  PROPAGATE.set(session, propagate)
  return () => {
    if (PROPAGATE.get(session) === propagate) PROPAGATE.delete(session)
  }
}

export const canPropagateHeld = (session: EditorSession): boolean => PROPAGATE.has(session)

/** Ends each held object after the last frame in which it was placed; one step of undo. false if none was held. */
export function endAllHeld(session: EditorSession): boolean {
  const { document } = session
  const ended = withoutHeld(document)
  const edits = [...document.tracks.values()].flatMap((track) =>
    changesBetween(track, ended.tracks.get(track.id) ?? track),
  )
  return session.execute('edit.endHeld', edits)
}

/** Propagates held objects as far as the open mode finds them. false if it cannot. */
export function propagateAllHeld(session: EditorSession): boolean {
  const tracks = heldTracks(session.document)
  const propagate = PROPAGATE.get(session)
  if (!propagate || tracks.length === 0 || session.readOnly) return false
  propagate(tracks)
  return true
}
