import type { AnnotatedDocument, Track } from '../../../model/document/document.ts'
import type { Edit } from '../../../model/document/operations/documentOperation.ts'
import { toPlainTrack } from '../../../model/document/plainTrack.ts'
import { isSameValue } from '../../../model/sameValue.ts'
import type { OverlayNames, OverlayObject } from '../../document/openOverlay.ts'
import type { EditorSession } from '../../document/session.ts'
import type { LaidWork } from './compareMessages.ts'

type Works = ReadonlyMap<string, LaidWork>

/** Puts an object into the work as one of the documents has it, or removes it if that one has none. */
export function takeFrom(
  session: EditorSession,
  object: OverlayObject,
  index: number,
  names: OverlayNames,
  works: Works,
): void {
  const wanted = trackOf(object, index, names, works)
  const there = presentIds(session.document, object)
  const [first] = there
  const edits: Edit[] = there.map((trackId) => ({ type: 'removeTrack', trackId }))
  if (wanted) {
    const order = [...session.document.tracks.keys()]
    const isFree = there.includes(wanted.id) || !session.document.tracks.has(wanted.id)
    const track = { ...toPlainTrack(wanted), id: isFree ? wanted.id : crypto.randomUUID() }
    // Behind what stood before it, so that the list keeps its order.
    const index = first === undefined ? null : order.indexOf(first)
    edits.push({ type: 'putTrack', track, index })
  }
  if (edits.length === 0) return
  session.execute('edit.takeFrom', edits)
  session.select(wanted && session.document.tracks.has(wanted.id) ? [wanted.id] : [])
}

/** The document whose object the work contains unchanged; null: none, or it was changed since. */
export function takenIndex(
  document: AnnotatedDocument,
  object: OverlayObject,
  names: OverlayNames,
  works: Works,
): number | null {
  const [there] = presentIds(document, object)
  const present = setByPerson(there === undefined ? null : (document.tracks.get(there) ?? null))
  const index = names.findIndex((_, i) => isSameValue(setByPerson(trackOf(object, i, names, works)), present))
  return index < 0 ? null : index
}

/** The parts that a person set: ids and numbers depend on the document. */
const setByPerson = (track: Track | null): object | null => track && { ...toPlainTrack(track), id: null, number: null }

function trackOf({ sides }: OverlayObject, index: number, names: OverlayNames, works: Works): Track | null {
  const side = sides[index]
  return (side && works.get(names[index])?.document.tracks.get(side.trackId)) ?? null
}

const presentIds = (document: AnnotatedDocument, { sides }: OverlayObject): string[] => [
  ...new Set(sides.flatMap((side) => (side && document.tracks.has(side.trackId) ? [side.trackId] : []))),
]
