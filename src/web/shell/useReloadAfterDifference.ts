import { useEffect } from 'react'
import type { EditorSession } from '../document/session.ts'
import { useSession } from '../document/useSession.ts'
import { msg } from '../messages/message.ts'

/** Jobs that were loaded again because page and service differed: the page that comes after it says so. */
const reloaded = new Set<string>()

/** Reloads the job when the service has another document than the page; unsaved work is a draft by that time. */
export function useReloadAfterDifference(session: EditorSession, reopen: () => void): void {
  const { jobId } = session.job.job
  const isDue = useSession(session, ({ saveState, pendingCount }) => saveState.kind === 'differs' && pendingCount === 0)
  useEffect(() => {
    if (!isDue) return
    reloaded.add(jobId)
    reopen()
  }, [isDue, jobId, reopen])
  useEffect(() => {
    if (session.saveState.kind !== 'differs' && reloaded.delete(jobId)) {
      session.notices.add(msg('save.differs'), 'error')
    }
  }, [session, jobId])
}
