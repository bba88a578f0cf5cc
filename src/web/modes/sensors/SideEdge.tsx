import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import { DEFAULT_VIEW } from '../../document/viewOptions.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { PulledEdge } from '../../workbench/PulledEdge.tsx'

/** Percent of the width. */
const LIMITS = { least: 15, most: 60, step: 2, usual: 100 * DEFAULT_VIEW.sideShare }

/** How much of the width the small views have: as each person pulled their edge last. */
export const useSideShare = (session: EditorSession): number => useSession(session, ({ view }) => view.sideShare)

/** The edge between the large view and the small ones. */
export function SideEdge({ session }: { session: EditorSession }) {
  const t = useTranslator()
  return (
    <PulledEdge
      label={t('look.smallWidth')}
      hint={t('look.smallWidthHint')}
      orientation="vertical"
      value={100 * useSideShare(session)}
      limits={LIMITS}
      within="sensors-grid"
      valueAt={(px, ofPx) => (100 * px) / ofPx}
      onChange={(percent) => session.setView({ sideShare: percent / 100 })}
    />
  )
}
