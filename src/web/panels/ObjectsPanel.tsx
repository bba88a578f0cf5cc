import { Kbd } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { openClasses } from '../../model/tag.ts'
import { useSession } from '../document/useSession.ts'
import { withTexts } from '../messages/catalogue.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { chooseClass } from '../workbench/chooseClass.ts'
import { useBoundCommands } from '../workbench/keys/useKeymap.ts'
import { useShell } from '../workbench/shellContext.ts'
import { AttributesSection } from './AttributesSection.tsx'
import { FoldingSection } from './FoldingSection.tsx'
import { ObjectList } from './ObjectList.tsx'

const ROW_REM = 1.5
/** As few rows as are kept in sight however little room there is. */
const LEAST_ROWS = 3

/** Classes side by side, with colours and keys; a press gives the selection its class, else the next object. */
function ClassList() {
  const t = useTranslator()
  const { session } = useShell()
  const classes = openClasses(session.job.tag)
  const current = useSession(session, (open) => open.currentClassId)
  const commands = useBoundCommands()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another class is brought into sight
  useEffect(() => {
    list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const readOnly = useSession(session, (open) => open.readOnly)
  return (
    <FoldingSection
      title={t('panel.classes')}
      shown="showsClasses"
      className="class-list"
      leastRem={2 + Math.min(LEAST_ROWS, Math.ceil(classes.length / 2)) * ROW_REM}
    >
      <div ref={list} className="class-grid">
        {classes.map((tagClass) => {
          const [key] = commands.find(({ command }) => command.id === `class.${tagClass.classId}`)?.keys ?? []
          return (
            <button
              key={tagClass.classId}
              type="button"
              className="panel-row class-chip"
              style={{ minHeight: `${ROW_REM}rem` }}
              title={tagClass.name}
              data-class={tagClass.name}
              aria-pressed={tagClass.classId === current}
              disabled={readOnly}
              onClick={() => chooseClass(session, tagClass.classId)}
            >
              <span className="swatch" style={{ background: tagClass.color }} />
              <span className="clipped" style={{ flex: 1 }}>
                {tagClass.name}
              </span>
              {key && <Kbd size="xs">{key}</Kbd>}
            </button>
          )
        })}
      </div>
    </FoldingSection>
  )
}

const RelationsSection = lazy(async () => ({
  default: (await withTexts(['dialogs'], import('./relations/RelationsSection.tsx'))).RelationsSection,
}))

export function ObjectsPanel() {
  const t = useTranslator()
  const { session, mode } = useShell()
  const { Inspector } = mode
  const hasSelection = useSession(session, (open) => open.selection.size > 0)
  return (
    <>
      <ClassList />
      <ObjectList />
      <div className="sidebar-details">
        <AttributesSection />
        {session.job.tag.relations && (
          <Suspense>
            <RelationsSection />
          </Suspense>
        )}
        {hasSelection && Inspector && (
          <FoldingSection title={t('objects.numbers')} shown="showsNumbers">
            <Inspector session={session} />
          </FoldingSection>
        )}
      </div>
    </>
  )
}
