import { notifications } from '@mantine/notifications'
import { classById, geometriesOf } from '../../model/tag.ts'
import { giveClass } from '../document/giveClass.ts'
import type { EditorSession } from '../document/session.ts'
import { msg } from '../messages/message.ts'
import type { Translator } from '../messages/translator.ts'

/** Gives the class to the selection and to the next object; says so where the selection cannot have it. */
export function chooseClass(session: EditorSession, classId: string, t: Translator): void {
  const kept = giveClass(session, classId)
  // With a drawing tool in hand the class was meant for what comes next.
  if (kept === 0 || session.activeTool !== 'select') return
  const { tag } = session.job
  const tagClass = classById(tag).get(classId)
  if (!tagClass) return
  const shapes = geometriesOf(tag, tagClass).map((kind) => msg(`geometry.${kind}`))
  notifications.show({
    id: 'class-kept',
    color: 'yellow',
    message: t('class.kept', { count: kept, name: tagClass.name, shapes: { list: shapes } }),
  })
}
