import { useEffect } from 'react'
import type { EditorSession } from '../document/session.ts'
import { msg } from '../messages/message.ts'

/**
 * Announces a lost connection as a notice, so that nothing moves under the pointer; the save state also shows it. As
 * soon as the connection returns, pending work is sent.
 */
export function useConnection(session: EditorSession): void {
  useEffect(() => {
    const lost = () => session.notices.add(msg('shell.offline'), 'warning')
    const back = () => {
      if (session.saveState.kind === 'offline') void session.flush()
    }
    if (!navigator.onLine) lost()
    window.addEventListener('offline', lost)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('offline', lost)
      window.removeEventListener('online', back)
    }
  }, [session])
}
