import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RunRow } from '../../../formats/workbench/assistance.ts'
import { request } from '../../kit/api.ts'
import { useSuggestionsAgain } from './useAssistants.ts'

const POLL_MS = 700
const isUnderWay = ({ status }: RunRow): boolean => status === 'queued' || status === 'running'

/** How a run goes; its suggestions are read when it is complete. */
export function useRun(jobId: string, runId: string): RunRow | null {
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
  return data ?? null
}
