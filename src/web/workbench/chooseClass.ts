import { notifications } from '@mantine/notifications'
import { classById, geometriesOf } from '../../model/tag.ts'
import { giveClass } from '../document/giveClass.ts'
import type { EditorSession } from '../document/session.ts'
import { GEOMETRY_WORDS } from '../kit/words.ts'

/** Gives the class to the selection and to the next object; says so where the selection cannot have it. */
export function chooseClass(session: EditorSession, classId: string): void {
  const kept = giveClass(session, classId)
  // With a drawing tool in hand the class was meant for what comes next.
  if (kept === 0 || session.activeTool !== 'select') return
  const { tag } = session.job
  const tagClass = classById(tag).get(classId)
  if (!tagClass) return
  const forms = geometriesOf(tag, tagClass).map((kind) => GEOMETRY_WORDS[kind])
  const objects = kept === 1 ? 'One selected object keeps its class' : `${kept} selected objects keep their class`
  notifications.show({
    id: 'class-kept',
    color: 'yellow',
    message: `${objects}: ${tagClass.name} is marked by ${forms.join(' or ')}.`,
  })
}
