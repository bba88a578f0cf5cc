import { lazy, Suspense } from 'react'
import { useSession } from '../document/useSession.ts'
import { withTexts } from '../messages/catalogue.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { useShell } from '../workbench/shellContext.ts'
import { AttributesSection } from './AttributesSection.tsx'
import { ClassList } from './ClassList.tsx'
import { FoldingSection } from './FoldingSection.tsx'
import { ObjectList } from './ObjectList.tsx'

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
