import { useEffect } from 'react'
import { watch } from '../../document/observable.ts'
import type { AskedGesture } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { request } from '../../kit/api.ts'
import { errorMessage } from '../../kit/errorMessage.ts'
import { msg } from '../../messages/message.ts'
import { waitForAnswer } from './waitForAnswer.ts'

/** While an assistant fits cuboids, gestures in space ask it. */
export function useFitTool(session: EditorSession, assistant: string | null): void {
  useEffect(() => {
    if (assistant === null) return
    const { suggestions } = session
    suggestions.setFit((gesture) => void fit(session, assistant, gesture))
    // A gesture is about one frame; with another tool the person does something else.
    const leave = watch(
      session,
      ({ frame, activeTool }) => ({ frame, activeTool }),
      () => {
        suggestions.awaited?.stop()
        suggestions.endPrompts()
      },
    )
    return () => {
      leave()
      suggestions.awaited?.stop()
      suggestions.setFit(null)
    }
  }, [session, assistant])
}

/** The answer takes the place of the one before, as long as that was not decided. */
async function fit(session: EditorSession, assistant: string, gesture: AskedGesture): Promise<void> {
  const { suggestions, job, frame } = session
  const { signal, stop } = stoppable()
  const progressed = (progress: number | null) => suggestions.setAwaited({ assistant, gesture, progress, stop })
  suggestions.awaited?.stop()
  progressed(null)
  try {
    // What was just drawn is there for the assistant too.
    await session.flush()
    const { label, from, to } = gesture
    const ends = { from: { x: from.x, y: from.y }, to: { x: to.x, y: to.y } }
    const input = { frame_id: job.content.frames[frame].frameId, label, gesture: ends }
    const rows = await waitForAnswer(session, { assistant, verb: 'fit', input }, { signal, onProgress: progressed })
    const { readSuggestions } = await import('./readSuggestions.ts')
    if (signal.aborted) return
    const [made] = readSuggestions(session, rows)
    if (!made) session.notices.add(msg('assist.nothingFitted', { name: assistant }), 'info')
    const before = suggestions.answerId
    if (made) suggestions.answer(made)
    const params = { jid: job.job.jobId }
    if (made && before)
      await request('POST /api/jobs/:jid/suggestions/drop', { params, body: { suggestion_ids: [before] } })
  } catch (error) {
    if (!signal.aborted) session.notices.add(errorMessage(error), 'error')
  } finally {
    if (suggestions.awaited?.stop === stop) suggestions.setAwaited(null)
  }
}

function stoppable() {
  const controller = new AbortController()
  return { signal: controller.signal, stop: () => controller.abort() }
}
