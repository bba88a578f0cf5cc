import { Kbd } from '@mantine/core'
import { openClasses } from '../../model/tag.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { chooseClass } from '../workbench/chooseClass.ts'
import { useShell } from '../workbench/shellContext.ts'

/** Classes with colours and digits; a press gives the selection its class, else the next object. */
export function ClassList() {
  const t = useTranslator()
  const { session } = useShell()
  const current = useSession(session, (open) => open.currentClassId)
  const readOnly = useSession(session, (open) => open.readOnly)
  return (
    <section
      className="sidebar-section"
      aria-label={t('panel.classes')}
      style={{ paddingInline: 0, maxHeight: '20%' }}
      // Its rows cannot be pressed then: to scroll by keys it takes the focus itself.
      tabIndex={readOnly ? 0 : undefined}
    >
      {openClasses(session.job.tag).map((tagClass, index) => (
        <button
          key={tagClass.classId}
          type="button"
          className="panel-row"
          style={{ minHeight: '1.625rem' }}
          aria-pressed={tagClass.classId === current}
          disabled={readOnly}
          onClick={() => chooseClass(session, tagClass.classId)}
        >
          <span className="swatch" style={{ background: tagClass.color }} />
          <span className="clipped" style={{ flex: 1 }}>
            {tagClass.name}
          </span>
          {index < 9 && <Kbd size="xs">{index + 1}</Kbd>}
        </button>
      ))}
    </section>
  )
}
