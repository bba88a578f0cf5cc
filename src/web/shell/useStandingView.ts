import { useEffect } from 'react'
import { watch } from '../document/observable.ts'
import type { EditorSession } from '../document/session.ts'
import type { ViewOptions } from '../document/viewOptions.ts'

/** A person's view options are stored in this browser and apply to the next job. */
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

/** Only members of the right type; null if nothing was stored. */
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
