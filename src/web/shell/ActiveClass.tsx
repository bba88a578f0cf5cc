import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { TagClass } from '../../model/tag.ts'
import type { EditorSession } from '../document/session.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'

/** The class of the next object; undefined if nothing can be annotated here. */
export const activeClassOf = ({ job, readOnly, currentClassId }: EditorSession): TagClass | undefined =>
  readOnly ? undefined : job.tag.classes.find(({ classId }) => classId === currentClassId)

/** Says at the foot of the view what the next object is, and with which tool. Labels of points say it in their bar. */
export function ActiveClass() {
  const t = useTranslator()
  const { session } = useShell()
  const tagClass = useSession(session, activeClassOf)
  const tool = useSession(session, ({ tools, activeTool }) => tools.find(({ id }) => id === activeTool))
  if (!tagClass || rulesOf(session.document.annotationType).hasLabels) return null
  return (
    <div className="active-class">
      <span className="swatch" style={{ background: tagClass.color }} />
      <span className="clipped">
        {tool?.makes ? t('class.andTool', { name: tagClass.name, tool: t.of(tool.label) }) : tagClass.name}
      </span>
    </div>
  )
}
