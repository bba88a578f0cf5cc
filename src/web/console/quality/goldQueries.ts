import { useQuery } from '@tanstack/react-query'
import type { GoldJobRow } from '../../../contract/gold.ts'
import { request } from '../../kit/api.ts'

export const goldKey = (projectId: string) => ['project', projectId, 'gold'] as const

export const contestsKey = (projectId: string) => ['project', projectId, 'contests'] as const

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
        const page: GoldPage = await request('GET /api/v1/projects/:pid/gold', {
          params: { pid: projectId },
          query: { page_token: token },
          signal,
        })
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
      const { gold } = await request('GET /api/v1/projects/:pid/gold', {
        params: { pid: projectId },
        query: { job_id: jobId },
        signal,
      })
      return gold[0] ?? null
    },
    enabled,
  })

/** The outcome of quality checks for the job. */
export const useJobQuality = (projectId: string, jobId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['project', projectId, 'job', jobId, 'quality'],
    queryFn: ({ signal }) =>
      request('GET /api/v1/projects/:pid/jobs/:jid/quality', { params: { pid: projectId, jid: jobId }, signal }),
    enabled,
  })
