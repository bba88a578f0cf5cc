import { Kbd } from '@mantine/core'
import { openClasses } from '../../model/tag.ts'
import { useSession } from '../document/useSession.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { chooseClass } from '../workbench/chooseClass.ts'
import { useShell } from '../workbench/shellContext.ts'
import { FoldingSection } from './FoldingSection.tsx'

const ROW_REM = 1.625

/** Classes with colours and digits; a press gives the selection its class, else the next object. */
export function ClassList() {
  const t = useTranslator()
  const { session } = useShell()
  const classes = openClasses(session.job.tag)
  const current = useSession(session, (open) => open.currentClassId)
  const readOnly = useSession(session, (open) => open.readOnly)
  return (
    <FoldingSection
      title={t('panel.classes')}
      shown="showsClasses"
      className="class-list"
      leastRem={2 + Math.min(3, classes.length) * ROW_REM}
    >
      {classes.map((tagClass, index) => (
        <button
          key={tagClass.classId}
          type="button"
          className="panel-row"
          style={{ minHeight: `${ROW_REM}rem` }}
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
    </FoldingSection>
  )
}
