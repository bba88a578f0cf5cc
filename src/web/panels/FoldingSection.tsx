import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../document/useSession.ts'
import { useShell } from '../workbench/shellContext.ts'

interface Props {
  title: string
  /** The view option that says whether it is open. */
  shown: 'showsClasses' | 'showsAttributes' | 'showsRelations' | 'showsNumbers'
  className?: string
  /** The minimum height of the open section, however little room there is. */
  leastRem?: number
  children: ReactNode
}

/** A section of the panel of objects that a person folds away: it stays so in the next job. */
export function FoldingSection({ title, shown, className = 'sidebar-section-last', leastRem, children }: Props) {
  const { session } = useShell()
  const isOpen = useSession(session, ({ view }) => view[shown])
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <section
      className={`sidebar-section ${className}`}
      style={isOpen && leastRem ? { minHeight: `${leastRem}rem` } : undefined}
      aria-label={title}
      data-open={isOpen ? '' : undefined}
    >
      <button
        type="button"
        className="sidebar-fold"
        aria-expanded={isOpen}
        onClick={() => session.setView({ [shown]: !isOpen })}
      >
        <Chevron size="0.75rem" aria-hidden />
        {title}
      </button>
      {isOpen && children}
    </section>
  )
}
