import { useEffect } from 'react'
import { watch } from '../document/observable.ts'
import type { EditorSession } from '../document/session.ts'
import type { ViewOptions } from '../document/viewOptions.ts'

/** How a person likes to see jobs is kept in this browser and holds for the next job. */
export function useStandingView(session: EditorSession, personId: string): void {
  useEffect(() => {
    const key = `fiducial.view.${personId}`
    const kept = readView(localStorage.getItem(key))
    if (kept) session.setView(kept)
    return watch(
      session,
      ({ view }) => view,
      (view) => localStorage.setItem(key, JSON.stringify(view)),
    )
  }, [session, personId])
}

/** Only what has the type it should have; null when nothing was kept. */
function readView(text: string | null): Partial<ViewOptions> | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const entries = Object.entries(kept).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean')
    return Object.fromEntries(entries)
  } catch {
    return null
  }
}
