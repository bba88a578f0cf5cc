import { classById, geometriesOf } from '../../model/tag.ts'
import type { EditorSession } from '../document/session.ts'
import type { ToolDeclaration } from '../document/toolDeclaration.ts'
import { msg } from '../messages/message.ts'
import type { Message } from '../messages/messageValues.ts'

/** Why the active class allows nothing that this tool makes; null: it does, or the tool makes nothing. */
export function toolRefusal(session: EditorSession, { makes, elseMakes }: ToolDeclaration): Message | null {
  const { tag } = session.job
  const tagClass = classById(tag).get(session.currentClassId ?? '')
  if (!makes || !tagClass) return null
  const taken = geometriesOf(tag, tagClass)
  if (taken.includes(makes) || (elseMakes && taken.includes(elseMakes))) return null
  const shapes = { list: taken.map((kind) => msg(`geometry.${kind}`)) }
  return msg('tool.classTakes', { name: tagClass.name, shapes })
}

/** Takes up the tool, or says why the class does not take it and keeps both. */
export function chooseTool(session: EditorSession, tool: ToolDeclaration): void {
  const refusal = toolRefusal(session, tool)
  if (refusal) session.notices.refuse(refusal)
  else session.setTool(tool.id)
}
