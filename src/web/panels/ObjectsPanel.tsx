import { useSession } from '../document/useSession.ts'
import { useShell } from '../workbench/shellContext.ts'
import { AttributesSection } from './AttributesSection.tsx'
import { ClassList } from './ClassList.tsx'
import { ObjectList } from './ObjectList.tsx'

export function ObjectsPanel() {
  const { session, mode } = useShell()
  const { Inspector } = mode
  const hasSelection = useSession(session, (open) => open.selection.size > 0)
  return (
    <>
      <ClassList />
      <ObjectList />
      {hasSelection && Inspector && (
        <section className="sidebar-section sidebar-section-last" aria-label="Numbers">
          <Inspector session={session} />
        </section>
      )}
      <AttributesSection />
    </>
  )
}
