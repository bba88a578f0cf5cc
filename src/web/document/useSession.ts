import { useSyncExternalStore } from 'react'
import type { EditorSession } from './session.ts'

/** A part of the session that re-renders when it changes. The selector answers what is held, never something new. */
export function useSession<T>(session: EditorSession, selector: (session: EditorSession) => T): T {
  return useSyncExternalStore(session.subscribe, () => selector(session))
}
