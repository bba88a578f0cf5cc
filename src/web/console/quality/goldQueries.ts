import { useQuery } from '@tanstack/react-query'
import type { GoldJobRow, JobQualityRecord } from '../../../client/types/quality.ts'
import { operator, queryText } from '../../kit/api.ts'

export const goldKey = (projectId: string) => ['project', projectId, 'gold'] as const

export const contestsKey = (projectId: string) => ['project', projectId, 'contests'] as const

export const goldPath = (projectId: string, jobId: string) => `/projects/${projectId}/jobs/${jobId}/gold`

interface GoldPage {
  gold: GoldJobRow[]
  next_page_token: string | null
}

/** All gold jobs of a project, which are few compared with its jobs. */
export const useGold = (projectId: string) =>
  useQuery({
    queryKey: [...goldKey(projectId), 'all'],
    queryFn: async ({ signal }) => {
      const rows: GoldJobRow[] = []
      let token: string | null = null
      do {
        const page: GoldPage = await operator.get(
          `/projects/${projectId}/gold${queryText({ page_token: token })}`,
          signal,
        )
        rows.push(...page.gold)
        token = page.next_page_token
      } while (token !== null)
      return rows
    },
    refetchInterval: 30_000,
  })

/** The gold record of the job; null if it is not gold. */
export const useGoldJob = (projectId: string, jobId: string, enabled: boolean) =>
  useQuery({
    queryKey: [...goldKey(projectId), jobId],
    queryFn: async ({ signal }) => {
      const { gold } = await operator.get<GoldPage>(
        `/projects/${projectId}/gold${queryText({ job_id: jobId })}`,
        signal,
      )
      return gold[0] ?? null
    },
    enabled,
  })

/** The outcome of quality checks for the job. */
export const useJobQuality = (projectId: string, jobId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['project', projectId, 'job', jobId, 'quality'],
    queryFn: ({ signal }) => operator.get<JobQualityRecord>(`/projects/${projectId}/jobs/${jobId}/quality`, signal),
    enabled,
  })
