import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { spansOf } from '../../model/document/edits/keySpans.ts'
import { changesBetween } from '../../model/document/edits/trackChange.ts'
import { heldFrom, withoutHeld } from '../../model/document/held.ts'
import { trackPaths } from '../../model/document/trackPaths.ts'
import type { EditorSession } from './session.ts'

/** How the mode of an open job takes held objects along. */
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

interface Counted {
  frameCount: number
  frames: number
}

const COUNTED = new WeakMap<Track, Counted>()

/** In how many frames the object only stays where it was placed last. */
export function heldFrameCount(track: Track, frameCount: number): number {
  const known = COUNTED.get(track)
  if (known?.frameCount === frameCount) return known.frames
  const ofPaths = trackPaths(track).map(([, path]) => {
    const from = 'follows' in path && path.follows ? null : heldFrom(path)
    if (from === null) return 0
    return spansOf(path.keys, frameCount).reduce(
      (sum, { first, last }) => sum + Math.max(0, last - Math.max(first, from) + 1),
      0,
    )
  })
  const frames = Math.max(0, ...ofPaths)
  COUNTED.set(track, { frameCount, frames })
  return frames
}

/** Objects that stay somewhere without a person, a propagation or a suggestion having placed them there. */
export const heldTracks = ({ tracks, frameCount }: AnnotatedDocument): Track[] =>
  [...tracks.values()].filter((track) => heldFrameCount(track, frameCount) > 0)

/** Each object ends after the last frame in which it was placed; one step of undo. false where nothing was held. */
export function endAllHeld(session: EditorSession): boolean {
  const { document } = session
  const ended = withoutHeld(document)
  const edits = [...document.tracks.values()].flatMap((track) =>
    changesBetween(track, ended.tracks.get(track.id) ?? track),
  )
  return session.execute('edit.endHeld', edits)
}

/** Objects that are held go on by themselves, as far as the open mode finds them. false where it cannot. */
export function propagateAllHeld(session: EditorSession): boolean {
  const tracks = heldTracks(session.document)
  const propagate = PROPAGATE.get(session)
  if (!propagate || tracks.length === 0 || session.readOnly) return false
  propagate(tracks)
  return true
}
