import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { OfferedAssistant, ShownSuggestion } from '../../../contract/assistants.ts'
import type { EditorSession } from '../../document/session.ts'
import { request } from '../../kit/api.ts'
import { useShell } from '../shellContext.ts'

const assistantsKey = (jobId: string) => ['assistants', jobId] as const
const suggestionsKey = (jobId: string) => ['suggestions', jobId] as const

const NONE: OfferedAssistant[] = []
/** Suggestions made in the background appear within this time. */
const REFETCH_MS = 20_000

/** Assistants that help with the open job; none for those who only look at it. */
export function useAssistants(): OfferedAssistant[] {
  const { session, me } = useShell()
  const { jobId } = session.job.job
  const isAtWork = me !== null && session.job.access !== 'read'
  const found = useQuery({
    queryKey: assistantsKey(jobId),
    queryFn: ({ signal }) => request('GET /api/jobs/:jid/assistants', { params: { jid: jobId }, signal }),
    enabled: isAtWork,
    refetchInterval: REFETCH_MS * 3,
  })
  return found.data?.assistants ?? NONE
}

/** Keeps the suggestions of the session as the service has them. Answers what reads them again. */
export function useSuggestionSource(session: EditorSession, isOffered: boolean): void {
  const { jobId } = session.job.job
  const found = useQuery({
    queryKey: suggestionsKey(jobId),
    queryFn: ({ signal }) => everyOpen(jobId, signal),
    enabled: isOffered,
    refetchInterval: REFETCH_MS,
  })
  const rows = found.data
  useEffect(() => {
    if (!rows) return
    let isCurrent = true
    // In a separate chunk: most jobs have no suggestions.
    const shown = import('./readSuggestions.ts').then(({ readSuggestions }) => {
      if (isCurrent) session.suggestions.setAll(readSuggestions(session, rows))
    })
    shown.catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [session, rows])
}

export function useSuggestionsAgain(jobId: string): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: suggestionsKey(jobId) }), [client, jobId])
}

async function everyOpen(jobId: string, signal: AbortSignal): Promise<ShownSuggestion[]> {
  const open: ShownSuggestion[] = []
  let page_token: string | undefined
  do {
    const page = await request('GET /api/jobs/:jid/suggestions', {
      params: { jid: jobId },
      query: { page_token },
      signal,
    })
    open.push(...page.suggestions.filter(({ state }) => state === 'open'))
    page_token = page.next_page_token ?? undefined
  } while (page_token !== undefined)
  return open
}
