import { useQuery } from '@tanstack/react-query'
import { request } from '../../kit/api.ts'

export const exchangeKeys = {
  exports: (projectId: string) => ['project', projectId, 'exports'] as const,
  imports: (projectId: string) => ['project', projectId, 'imports'] as const,
}

const POLL_MS = 1000

const isOpen = ({ status }: { status: string }) => status === 'queued' || status === 'running'

export const useFormats = () =>
  useQuery({
    queryKey: ['formats'],
    queryFn: async ({ signal }) => (await request('GET /v1/formats', { signal })).formats,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The newest 100, reloaded while one of them runs. */
export const useExports = (projectId: string) =>
  useQuery({
    queryKey: exchangeKeys.exports(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/exports', { params: { pid: projectId }, signal })).exports,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : false),
  })

/** The newest 100, reloaded while one of them runs. */
export const useImports = (projectId: string) =>
  useQuery({
    queryKey: exchangeKeys.imports(projectId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/projects/:pid/imports', { params: { pid: projectId }, signal })).imports,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : false),
  })
