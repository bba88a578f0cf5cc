import type { ComponentType } from 'react'
import { useSession } from '../document/useSession.ts'
import type { ModeProps } from '../modes/modes.ts'
import { useShell } from '../shell/shellContext.ts'
import { AttributesSection } from './AttributesSection.tsx'
import { ClassList } from './ClassList.tsx'
import { ObjectList } from './ObjectList.tsx'

export function ObjectsPanel({ Inspector }: { Inspector?: ComponentType<ModeProps> }) {
  const { session } = useShell()
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
