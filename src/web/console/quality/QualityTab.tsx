import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { useMay } from '../../kit/me.tsx'
import { oneOf } from '../../kit/oneOf.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { ContestList } from './ContestList.tsx'
import { GoldList } from './GoldList.tsx'
import { QualityFigures } from './QualityFigures.tsx'

const VIEWS = ['figures', 'gold', 'contests'] as const

/** How good submitted work is, and for managers what they check people with. The address holds the view. */
export function QualityTab({ projectId }: { projectId: string }) {
  const t = useTranslator()
  const isManager = useMay('manageProjects')
  const [search, setSearch] = useSearchParams()
  const view = (isManager && oneOf(VIEWS, search.get('view'))) || 'figures'
  return (
    <>
      {isManager && (
        <SegmentedControl
          mb="md"
          aria-label={t('quality.view')}
          data={VIEWS.map((value) => ({ value, label: t(`quality.view.${value}`) }))}
          value={view}
          onChange={(next) => setSearch(next === 'figures' ? {} : { view: next })}
        />
      )}
      {view === 'figures' && <QualityFigures projectId={projectId} />}
      {view === 'contests' && <ContestList projectId={projectId} />}
      {view === 'gold' && <GoldList projectId={projectId} />}
    </>
  )
}
