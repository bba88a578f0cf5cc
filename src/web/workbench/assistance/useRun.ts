import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ShownRun } from '../../../contract/assistants.ts'
import type { EditorSession } from '../../document/session.ts'
import { request } from '../../kit/api.ts'
import { useSuggestionsAgain } from './useAssistants.ts'

const POLL_MS = 700
const isUnderWay = ({ status }: ShownRun): boolean => status === 'queued' || status === 'running'

/** How a run goes; what it has found so far is seen, and its suggestions are read when it is complete. */
export function useRun(session: EditorSession, runId: string): ShownRun | null {
  const { jobId } = session.job.job
  const again = useSuggestionsAgain(jobId)
  const { data } = useQuery({
    queryKey: ['run', jobId, runId],
    queryFn: ({ signal }) => request('GET /api/jobs/:jid/assist/:rid', { params: { jid: jobId, rid: runId }, signal }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : POLL_MS),
  })
  const isCompleted = data?.status === 'completed'
  useEffect(() => {
    if (isCompleted) again().catch(() => {})
  }, [isCompleted, again])
  const found = data && isUnderWay(data) ? data.suggestions : null
  useEffect(() => {
    if (!found) return
    let isSeen = true
    const seen = import('./readSuggestions.ts').then(({ readSuggestions }) => {
      if (isSeen) session.suggestions.setPreview(runId, readSuggestions(session, found))
    })
    seen.catch(() => {})
    return () => {
      isSeen = false
      session.suggestions.setPreview(runId, [])
    }
  }, [session, runId, found])
  return data ?? null
}
