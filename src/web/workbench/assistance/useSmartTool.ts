import { useEffect } from 'react'
import type { SuggestionRow } from '../../../formats/workbench/assistance.ts'
import { geometriesOf } from '../../../model/tag.ts'
import { watch } from '../../document/observable.ts'
import type { ShapePrompts } from '../../document/openSuggestions.ts'
import type { EditorSession } from '../../document/session.ts'
import { ApiFailure, request } from '../../kit/api.ts'
import { errorMessage } from '../../kit/errorMessage.ts'
import { waitForAnswer } from './waitForAnswer.ts'

/** What finds the object at prompts: an assistant, or a model in the page. */
export interface ShapeFinder {
  name: string
  find(session: EditorSession, input: FinderInput): Promise<readonly SuggestionRow[]>
}

export interface FinderInput {
  label: string
  sequence: number
  frame_id?: string
  geometry?: 'polygon' | 'mask'
  prompts: Pick<ShapePrompts, 'points'> & { box?: NonNullable<ShapePrompts['box']> }
}

/** While there is one that finds objects at prompts, the session can ask it. */
export function useSmartTool(session: EditorSession, finder: ShapeFinder | null): void {
  useEffect(() => {
    if (finder === null) return
    const { suggestions } = session
    suggestions.setAsk((prompts) => void ask(session, finder, prompts))
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
  }, [session, finder])
}

export const assistantFinder = (assistant: string): ShapeFinder => ({
  name: assistant,
  find: (session, input) => waitForAnswer(session, { assistant, verb: 'segment', input }),
})

async function ask(session: EditorSession, finder: ShapeFinder, prompts: ShapePrompts): Promise<void> {
  const { suggestions, job } = session
  const params = { jid: job.job.jobId }
  const before = suggestions.answerId
  try {
    const rows = await finder.find(session, inputOf(session, prompts))
    // A newer press has asked again, or the prompts are about another object now.
    if (suggestions.prompts !== prompts) return
    const { readSuggestions } = await import('./readSuggestions.ts')
    const [made] = readSuggestions(session, rows)
    if (made) suggestions.answer(made)
    if (before) await request('POST /api/jobs/:jid/suggestions/drop', { params, body: { suggestion_ids: [before] } })
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'SUPERSEDED') return
    session.notices.add(errorMessage(error), 'error')
  }
}

let sequence = 0

function inputOf({ job, currentClassId, frame }: EditorSession, { points, box }: ShapePrompts): FinderInput {
  const tagClass = job.tag.classes.find(({ classId }) => classId === currentClassId)
  const allowed = tagClass ? geometriesOf(job.tag, tagClass) : []
  const geometry = (['polygon', 'mask'] as const).find((one) => allowed.includes(one))
  const { content } = job
  return {
    label: tagClass?.name ?? '',
    ...(geometry && { geometry }),
    sequence: sequence++,
    ...(content.kind === 'video' && { frame_id: content.frames[frame].frameId }),
    prompts: { points, ...(box && { box }) },
  }
}
