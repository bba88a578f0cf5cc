import { useEffect } from 'react'
import type { EditorSession } from '../document/session.ts'
import { readDeepLink, writeDeepLink } from '../kit/deepLink.ts'

const WRITE_MS = 250

/** The address says which frame and object are shown, and leads there. */
export function useDeepLinks(session: EditorSession): void {
  useEffect(() => {
    let written = ''
    const follow = () => {
      if (location.hash === written) return
      const { frame, objectId, over } = readDeepLink(location.hash)
      if (frame !== null) session.setFrame(frame)
      if (objectId !== null) session.select([objectId])
      if (over) session.overlay.lay(over)
    }
    follow()
    window.addEventListener('hashchange', follow)
    let timer: ReturnType<typeof setTimeout> | null = null
    const write = () => {
      timer = null
      const [objectId = null] = session.selection.size === 1 ? session.selection : []
      const frame = session.document.frameCount > 1 ? session.frame : null
      const hash = writeDeepLink({ frame, objectId, over: session.overlay.decides ? null : session.overlay.names })
      if (hash === written) return
      written = hash
      // In place: stepping through frames must not fill the way back.
      history.replaceState(history.state, '', location.pathname + location.search + hash)
    }
    const unsubscribe = session.subscribe(() => {
      timer ??= setTimeout(write, WRITE_MS)
    })
    return () => {
      unsubscribe()
      if (timer) clearTimeout(timer)
      window.removeEventListener('hashchange', follow)
    }
  }, [session])
}
