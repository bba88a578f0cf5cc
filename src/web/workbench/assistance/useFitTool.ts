import { useEffect } from 'react'
import type { OfferedAssistant } from '../../../contract/assistants.ts'
import { watch } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { errorMessage } from '../../kit/errorMessage.ts'

/** While an assistant fits cuboids, gestures in space ask it. */
export function useFitTool(session: EditorSession, fitter: OfferedAssistant | null): void {
  useEffect(() => {
    if (fitter === null) return
    const { suggestions } = session
    // In a separate chunk: most jobs have no assistants.
    const loading = import('./cuboidAsking.ts').then(({ CuboidAsking }) => new CuboidAsking(session, fitter))
    const asking = (use: (asking: Awaited<typeof loading>) => void) => void loading.then(use, () => {})
    loading.catch((error) => session.notices.add(errorMessage(error), 'error'))
    suggestions.setCuboids({
      ask: (gesture) => asking((open) => open.ask(gesture)),
      preview: (gesture) => asking((open) => open.preview(gesture)),
    })
    // A gesture is about one frame; with another tool the person does something else.
    const leave = watch(
      session,
      ({ frame, activeTool }) => ({ frame, activeTool }),
      () => {
        asking((open) => open.stop())
        suggestions.endPrompts()
      },
    )
    return () => {
      leave()
      asking((open) => open.stop())
      suggestions.setCuboids(null)
    }
  }, [session, fitter])
}
