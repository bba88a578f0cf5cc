import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { IssueAnswer } from '../../contract/issues.ts'
import { request } from '../kit/api.ts'
import { useShell } from './shellContext.ts'

export const issuesKey = (jobId: string) => ['issues', jobId] as const

const NONE: IssueAnswer[] = []

/** Issues of the open job; a public link shows none. */
export function useIssues() {
  const { session, me } = useShell()
  const { jobId } = session.job.job
  return useQuery({
    queryKey: issuesKey(jobId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/jobs/:jid/issues', { params: { jid: jobId }, signal })).issues,
    enabled: me !== null,
    refetchInterval: 60_000,
  })
}

/** The views pin what the list holds. */
export function usePinnedIssues(): void {
  const { session } = useShell()
  const issues = useIssues().data ?? NONE
  useEffect(() => {
    session.pins.setIssues(issues.map(({ issueId, place, resolved }) => ({ id: issueId, place, resolved })))
  }, [session, issues])
}
