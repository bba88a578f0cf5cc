import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { request } from '../kit/api.ts'
import { FIRST_PAGE } from '../kit/firstPage.ts'

/** Keys of cached answers; those of one project begin alike, so that they can be read again together. */
export const keys = {
  projects: ['projects'] as const,
  tags: (projectId: string) => ['project', projectId, 'tags'] as const,
  apiKeys: (projectId: string) => ['project', projectId, 'keys'] as const,
  callback: (projectId: string) => ['project', projectId, 'callback'] as const,
  access: (projectId: string) => ['project', projectId, 'access'] as const,
  sensors: (projectId: string) => ['project', projectId, 'sensors'] as const,
  batches: (projectId: string) => ['project', projectId, 'batches'] as const,
  jobs: (projectId: string) => ['project', projectId, 'jobs'] as const,
  job: (projectId: string, jobId: string) => ['project', projectId, 'job', jobId] as const,
  views: (projectId: string) => ['project', projectId, 'views'] as const,
  retention: (projectId: string) => ['project', projectId, 'retention'] as const,
  groups: (projectId: string) => ['project', projectId, 'groups'] as const,
  assistants: (projectId: string) => ['project', projectId, 'assistants'] as const,
  ingest: (projectId: string, ingestId: string) => ['project', projectId, 'ingest', ingestId] as const,
  people: ['people'] as const,
  deliveries: (projectId: string, jobId: string) => ['project', projectId, 'job', jobId, 'deliveries'] as const,
}

/** Projects whose name or id fits, page by page. */
export const useProjects = (search: string) =>
  useInfiniteQuery({
    queryKey: [...keys.projects, { search }],
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/projects', { query: { search: search || undefined, page: pageParam ?? undefined }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => page.nextPage,
    // The table stays while the next letter is searched.
    placeholderData: keepPreviousData,
  })

export const useProject = (projectId: string) =>
  useQuery({
    queryKey: [...keys.projects, projectId],
    queryFn: ({ signal }) => request('GET /api/projects/:pid', { params: { pid: projectId }, signal }),
  })

export const useTags = (projectId: string) =>
  useQuery({
    queryKey: keys.tags(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/tags', { params: { pid: projectId }, signal })).tags,
  })

export const useKeys = (projectId: string) =>
  useQuery({
    queryKey: keys.apiKeys(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/keys', { params: { pid: projectId }, signal })).keys,
  })

export const useCallbackSettings = (projectId: string) =>
  useQuery({
    queryKey: keys.callback(projectId),
    queryFn: ({ signal }) => request('GET /api/v1/projects/:pid/callback', { params: { pid: projectId }, signal }),
  })

export const useBatches = (projectId: string) =>
  useQuery({
    queryKey: keys.batches(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/details', { params: { pid: projectId }, signal })).batches,
  })

export interface PeopleGroup {
  name: string
  user_ids: string[]
}

export const useGroups = (projectId: string) =>
  useQuery({
    queryKey: keys.groups(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/groups', { params: { pid: projectId }, signal })).groups,
  })

/** Active people who can work in the project, to choose from; empty while they are not known. */
export function useProjectPeople(projectId: string, enabled = true): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: keys.people,
    queryFn: ({ signal }) => request('GET /api/people', { signal }),
    enabled,
  })
  const people = data?.people ?? []
  return people
    .filter(({ state, role, projects }) => state === 'active' && (role === 'admin' || projects.includes(projectId)))
    .map(({ userId, name, email }) => ({ value: userId, label: name || email }))
}

/** The service looks at its assistants once a minute. */
const ASSISTANTS_LOOK_MS = 30_000

export const useProjectAssistants = (projectId: string) =>
  useQuery({
    queryKey: keys.assistants(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/assistants', { params: { pid: projectId }, signal })).assistants,
    refetchInterval: ASSISTANTS_LOOK_MS,
  })
