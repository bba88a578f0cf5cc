import type { EditorSession } from './session.ts'
import { useObserved } from './useObserved.ts'

/** A part of the session that renders again when it changes. */
export const useSession = <Part>(session: EditorSession, select: (session: EditorSession) => Part): Part =>
  useObserved(session, select)
