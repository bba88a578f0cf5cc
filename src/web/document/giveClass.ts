import type { GeometryKind } from '../../model/annotationType.ts'
import type { Track } from '../../model/document/document.ts'
import { changeClass } from '../../model/document/edits/changeClass.ts'
import { geometriesOf, openClasses, type Tag, type TagClass } from '../../model/tag.ts'
import type { EditorSession } from './session.ts'

/** The forms that an object has somewhere: a result may hold none that its class does not know. */
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

/**
 * Gives the class to those selected objects that may have it, and to the next object. Answers how many keep their class
 * because theirs is no form of it.
 */
export function giveClass(session: EditorSession, classId: string): number {
  const others = [...session.selection]
    .flatMap((id) => session.document.tracks.get(id) ?? [])
    .filter((track) => track.classId !== classId)
  const changed = others.filter((track) =>
    fittingClasses(session.job.tag, [track]).some((one) => one.classId === classId),
  )
  const tagClass = session.job.tag.classes.find((one) => one.classId === classId)
  if (tagClass && changed.length > 0) {
    const operations = changed.flatMap((track) => changeClass(track, tagClass, session.document))
    session.execute('edit.class', operations)
  }
  session.setCurrentClass(classId)
  return others.length - changed.length
}
