import { useEffect } from 'react'
import { watch } from '../../document/observable.ts'
import type { EditorSession } from '../../document/session.ts'
import { errorMessage } from '../../kit/errorMessage.ts'
import type { ShapeFinder } from './shapeFinder.ts'

/** While there is one that finds objects at prompts, the session can ask it. */
export function useSmartTool(session: EditorSession, finder: ShapeFinder | null): void {
  useEffect(() => {
    if (finder === null) return
    const { suggestions } = session
    // In a separate chunk: most jobs have no assistants.
    const loading = import('./shapeAsking.ts').then(({ ShapeAsking }) => new ShapeAsking(session, finder))
    const asking = (use: (asking: Awaited<typeof loading>) => void) => void loading.then(use, () => {})
    loading.catch((error) => session.notices.add(errorMessage(error), 'error'))
    suggestions.setShapes(
      {
        ask: (prompts) => asking((open) => open.ask(prompts)),
        preview: (prompts) => asking((open) => open.preview(prompts)),
      },
      finder.prompts,
    )
    // Prompts are about one frame and one class.
    const leave = watch(
      session,
      ({ frame, currentClassId, activeTool }) => ({ frame, currentClassId, activeTool }),
      () => {
        suggestions.endPrompts()
        asking((open) => open.stop())
      },
    )
    return () => {
      leave()
      asking((open) => open.stop())
      suggestions.setShapes(null)
    }
  }, [session, finder])
}
