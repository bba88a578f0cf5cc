import type { KeyboardEvent, PointerEvent } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { useSession } from '../../document/useSession.ts'
import { DEFAULT_VIEW } from '../../document/viewOptions.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'

const LEAST = 0.15
const MOST = 0.6
const STEP = 0.02

const within = (share: number): number => Math.min(MOST, Math.max(LEAST, share))

/** How much of the width the small views have: as each person pulled their edge last. */
export const useSideShare = (session: EditorSession): number =>
  within(useSession(session, ({ view }) => view.sideShare))

/** The edge between the large view and the small ones: pulled, it makes room on either side. */
export function SideEdge({ session }: { session: EditorSession }) {
  const t = useTranslator()
  const share = useSideShare(session)
  const set = (sideShare: number) => session.setView({ sideShare: within(sideShare) })
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const grid = currentTarget.closest('.sensors-grid')
    if (!grid || !currentTarget.hasPointerCapture(pointerId)) return
    const { right, width } = grid.getBoundingClientRect()
    set((right - clientX) / width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: 1, ArrowRight: -1 }[event.key]
    if (way === undefined) return
    // Elsewhere these keys step over frames.
    event.preventDefault()
    event.stopPropagation()
    set(share + way * STEP)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be pulled
    <div
      className="sensors-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('look.smallWidth')}
      aria-valuemin={100 * LEAST}
      aria-valuemax={100 * MOST}
      aria-valuenow={Math.round(100 * share)}
      title={t('look.smallWidthHint')}
      tabIndex={0}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => set(DEFAULT_VIEW.sideShare)}
      onKeyDown={onKeyDown}
    />
  )
}
