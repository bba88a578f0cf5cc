import { classById, geometriesOf } from '../../model/tag.ts'
import { giveClass } from '../document/giveClass.ts'
import type { EditorSession } from '../document/session.ts'
import { msg } from '../messages/message.ts'

/** Gives the class to the selection, otherwise to the next object, and reports which objects changed or could not. */
export function chooseClass(session: EditorSession, classId: string): void {
  const { tag } = session.job
  const tagClass = classById(tag).get(classId)
  if (!tagClass) return
  const { changed, kept } = giveClass(session, classId)
  const { name } = tagClass
  if (changed > 0) session.notices.add(msg('class.changed', { count: changed, name }))
  if (kept === 0) return
  const shapes = { list: geometriesOf(tag, tagClass).map((kind) => msg(`geometry.${kind}`)) }
  session.notices.refuse(msg('class.kept', { count: kept, name, shapes }))
}

/** By a digit, which may be meant for an attribute: with objects of several classes, none changes. */
export function chooseClassByDigit(session: EditorSession, classId: string): void {
  const classIds = new Set([...session.selection].map((id) => session.document.tracks.get(id)?.classId))
  const isForNext = session.isSelectionDrawn && session.activeTool !== 'select'
  if (classIds.size > 1 && !isForNext) session.notices.refuse(msg('class.mixed'))
  else chooseClass(session, classId)
}

/** The same for the selection alone, also where it was just drawn: this act names the objects, not the next one. */
export function changeClassOfSelection(session: EditorSession, classId: string): void {
  session.select(session.selection)
  if (session.selection.size > 0) chooseClass(session, classId)
}
