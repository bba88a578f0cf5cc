import type { GeometryKind } from '../../model/annotationType.ts'
import type { Track } from '../../model/document/document.ts'
import { changeClass } from '../../model/document/edits/changeClass.ts'
import { geometriesOf, openClasses, type Tag, type TagClass } from '../../model/tag.ts'
import type { EditorSession } from './session.ts'

/** The forms of an object in any frame: a result may only have forms that the class allows. */
function kindsOf(track: Track): Set<GeometryKind> {
  const kinds = new Set<GeometryKind>(track.cuboid ? ['cuboid'] : [])
  for (const view of track.views.values())
    for (const key of view.keys) if (key.kind !== 'out') kinds.add(key.shape.type)
  return kinds
}

/** Classes that all of these objects may have. */
export function fittingClasses(tag: Tag, tracks: readonly Track[]): TagClass[] {
  const kinds = [...new Set(tracks.flatMap((track) => [...kindsOf(track)]))]
  return openClasses(tag).filter((tagClass) => {
    const known = geometriesOf(tag, tagClass)
    return kinds.every((kind) => known.includes(kind))
  })
}

export interface ClassGiven {
  /** Selected objects that got the class. */
  changed: number
  /** Selected objects that keep theirs, because this one does not allow their form. */
  kept: number
}

/**
 * Gives the class to the selected objects that may have it. If none changes, the class is for the next object. The same
 * applies while a drawing tool is active and nothing was selected since: objects that were drawn, or selected before,
 * stay.
 */
export function giveClass(session: EditorSession, classId: string): ClassGiven {
  const isForNext = session.isSelectionDrawn && session.activeTool !== 'select'
  const others = (isForNext ? [] : [...session.selection])
    .flatMap((id) => session.document.tracks.get(id) ?? [])
    .filter((track) => track.classId !== classId)
  const tagClass = session.job.tag.classes.find((one) => one.classId === classId)
  const changing = others.filter((track) =>
    fittingClasses(session.job.tag, [track]).some((one) => one.classId === classId),
  )
  const operations = tagClass
    ? changing.flatMap((track) => changeClass(track, tagClass, session.document, earlierOf(session, track.id, classId)))
    : []
  const isChanged = session.execute('edit.class', operations)
  if (isChanged) for (const track of changing) remember(session, track)
  if (!isChanged) session.setCurrentClass(classId)
  return { changed: isChanged ? changing.length : 0, kept: others.length - changing.length }
}

type Earlier = Map<string, Map<string, Track>>

/** Objects with their earlier class, so that a class given by mistake costs no attributes. */
const earlierTracks = new WeakMap<EditorSession, Earlier>()

const earlierOf = (session: EditorSession, trackId: string, classId: string): Track | undefined =>
  earlierTracks.get(session)?.get(trackId)?.get(classId)

function remember(session: EditorSession, track: Track): void {
  const all: Earlier = earlierTracks.get(session) ?? new Map()
  earlierTracks.set(session, all)
  all.set(track.id, new Map(all.get(track.id)).set(track.classId, track))
}
