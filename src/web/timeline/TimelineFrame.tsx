import type { ReactNode } from 'react'
import type { EditorSession } from '../document/session.ts'
import { useSession } from '../document/useSession.ts'
import { DEFAULT_VIEW } from '../document/viewOptions.ts'
import { remPx } from '../kit/remPx.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { PulledEdge } from '../workbench/PulledEdge.tsx'
import './timeline.css'

/** At least the bar, the ruler and two rows. */
const LIMITS = { least: 6.5, most: 40, step: 1, usual: DEFAULT_VIEW.timelineRem }

/** The place of the timeline, as high as each person pulled its edge last. */
export function TimelineFrame({ session, children }: { session: EditorSession; children: ReactNode }) {
  const t = useTranslator()
  const height = useSession(session, ({ view }) => view.timelineRem)
  return (
    <div className="timeline" style={{ height: `min(${height}rem, 60vh)` }}>
      {children}
      <PulledEdge
        label={t('timeline.height')}
        hint={t('shell.edgeHint')}
        orientation="horizontal"
        value={height}
        limits={LIMITS}
        within="timeline"
        valueAt={(px) => px / remPx()}
        onChange={(timelineRem) => session.setView({ timelineRem })}
      />
    </div>
  )
}
