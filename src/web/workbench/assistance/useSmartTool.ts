import { useEffect } from 'react'
import type { AssistAsk } from '../../../formats/workbench/assistance.ts'
import { watch } from '../../document/observable.ts'
import type { ShapePrompts } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { ApiFailure, request } from '../../kit/api.ts'
import { errorMessage } from '../../kit/errorMessage.ts'

/** While an assistant finds objects at prompts, the session can ask it. */
export function useSmartTool(session: EditorSession, assistant: string | null): void {
  useEffect(() => {
    if (assistant === null) return
    const { suggestions } = session
    suggestions.setAsk((prompts) => void ask(session, assistant, prompts))
    // Prompts are about one frame and one class.
    const leave = watch(
      session,
      ({ frame, currentClassId }) => ({ frame, currentClassId }),
      () => suggestions.endPrompts(),
    )
    return () => {
      leave()
      suggestions.setAsk(null)
    }
  }, [session, assistant])
}

async function ask(session: EditorSession, assistant: string, prompts: ShapePrompts): Promise<void> {
  const { suggestions, job } = session
  const params = { jid: job.job.jobId }
  const before = suggestions.answerId
  try {
    const body: AssistAsk = { assistant, verb: 'segment', input: inputOf(session, prompts) }
    const answer = await request('POST /api/jobs/:jid/assist', { params, body })
    // A newer press has asked again, or the prompts are about another object now.
    if (suggestions.prompts !== prompts || !('suggestions' in answer)) return
    const { readSuggestions } = await import('./readSuggestions.ts')
    const [made] = readSuggestions(session, answer.suggestions)
    if (made) suggestions.answer(made)
    if (before) await request('POST /api/jobs/:jid/suggestions/drop', { params, body: { suggestion_ids: [before] } })
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'SUPERSEDED') return
    session.notices.add(errorMessage(error), 'error')
  }
}

let sequence = 0

function inputOf({ job, currentClassId, frame }: EditorSession, { points, box }: ShapePrompts) {
  const label = job.tag.classes.find(({ classId }) => classId === currentClassId)?.name ?? ''
  const { content } = job
  return {
    label,
    sequence: sequence++,
    ...(content.kind === 'video' && { frame_id: content.frames[frame].frameId }),
    prompts: { points, ...(box && { box }) },
  }
}
