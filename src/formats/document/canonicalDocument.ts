import { canonicalJson } from '../../json/canonical.ts'
import type { AnnotatedDocument, Track } from '../../model/document/document.ts'
import { toPlainTrack } from '../../model/document/plainTrack.ts'
import { toPlainDocument } from './documentFile.ts'

const NO_TRACKS = '"tracks":[]'

/**
 * The canonical JSON of a document without its tracks, in two parts: they come between. A text within the JSON cannot
 * hold these characters, since its quotes are escaped.
 */
export function aroundTracks(head: AnnotatedDocument): [before: string, after: string] {
  const text = canonicalJson(toPlainDocument({ ...head, tracks: new Map() }))
  const at = text.indexOf(NO_TRACKS) + NO_TRACKS.length - 1
  return [text.slice(0, at), text.slice(at)]
}

export const canonicalTrack = (track: Track): string => canonicalJson(toPlainTrack(track))

/** Tracks are never changed in place: of a large document only those that changed are written again. */
const written = new WeakMap<Track, string>()

/** The canonical JSON of the document as opening a job answers it. */
export function canonicalDocument(document: AnnotatedDocument): string {
  const [before, after] = aroundTracks(document)
  const tracks = Array.from(document.tracks.values(), (track) => {
    const known = written.get(track) ?? canonicalTrack(track)
    written.set(track, known)
    return known
  })
  return before + tracks.join() + after
}
