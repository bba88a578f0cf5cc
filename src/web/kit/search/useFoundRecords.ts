import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { JobRowAnswer, ProjectRowAnswer } from '../../../contract/console.ts'
import type { PersonAnswer } from '../../../contract/people.ts'
import { request } from '../api.ts'
import { useMe } from '../me.tsx'

const SHOWN = 5
/** Jobs are searched in the current project, or in this many others. */
const MOST_PROJECTS = 5

export interface FoundRecords {
  projects: readonly ProjectRowAnswer[]
  jobs: readonly (JobRowAnswer & { projectId: string })[]
  people: readonly PersonAnswer[]
  isSearching: boolean
}

/** Projects, jobs and people that match the text; the service answers with what this person may see. */
export function useFoundRecords(query: string, projectId: string | null): FoundRecords {
  const { permissions } = useMe()
  const wanted = query.trim()
  const projects = useQuery({
    queryKey: ['projects', 'found', wanted],
    queryFn: ({ signal }) => request('GET /api/projects', { query: { search: wanted || undefined }, signal }),
    enabled: permissions.includes('viewJobs'),
    placeholderData: keepPreviousData,
  })
  const jobs = useQuery({
    queryKey: ['jobs', 'found', projectId, wanted],
    queryFn: ({ signal }) => findJobs(wanted, projectId, signal),
    enabled: permissions.includes('viewJobs') && wanted.length > 1,
  })
  const people = useQuery({
    queryKey: ['people', 'found'],
    queryFn: ({ signal }) => request('GET /api/people', { signal }),
    enabled: permissions.includes('managePeople') && wanted.length > 1,
    staleTime: 60_000,
  })
  const fits = ({ name, email }: PersonAnswer) => `${name ?? ''} ${email}`.toLowerCase().includes(wanted.toLowerCase())
  return {
    projects: projects.data?.projects.slice(0, SHOWN) ?? [],
    jobs: jobs.data ?? [],
    people: wanted.length > 1 ? (people.data?.people.filter(fits).slice(0, SHOWN) ?? []) : [],
    isSearching: jobs.isLoading || projects.isPlaceholderData,
  }
}

async function findJobs(q: string, projectId: string | null, signal: AbortSignal): Promise<FoundRecords['jobs']> {
  const ids = projectId === null ? await firstProjects(signal) : [projectId]
  const found = await Promise.all(
    ids.map(async (pid) => {
      const query = { q, limit: SHOWN }
      const { jobs } = await request('GET /api/projects/:pid/jobs', { params: { pid }, query, signal })
      return jobs.map((job) => ({ ...job, projectId: pid }))
    }),
  )
  return found.flat().slice(0, SHOWN * 2)
}

async function firstProjects(signal: AbortSignal): Promise<string[]> {
  const { projects } = await request('GET /api/projects', { query: {}, signal })
  return projects.slice(0, MOST_PROJECTS).map((project) => project.projectId)
}
