import { useEffect } from 'react'
import type { EditorSession } from '../document/session.ts'
import { msg } from '../messages/message.ts'

/**
 * Says that the connection is gone where notices stand, so that nothing moves under the hand; the state of saving
 * keeps saying so. As soon as it is back, what is pending is sent.
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
