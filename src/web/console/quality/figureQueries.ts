import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, PageRoute, QueryOf } from '../../../contract/pageApi.ts'
import { request } from '../../kit/api.ts'
import { type FigureFilter, queryOfFilter } from './figureFilter.ts'

export const FIGURE_KEYS = ['day', 'person', 'tag', 'class', 'attribute', 'reviewer'] as const
export type FigureKey = (typeof FIGURE_KEYS)[number]

type FigureRoute = Extract<PageRoute, `GET /api/v1/projects/:pid/quality${string}`>

/** What one call of the figures answers, for the filter. */
const useFigures = <R extends FigureRoute>(
  route: R,
  pid: string,
  filter: FigureFilter,
  more: Partial<QueryOf<R>> = {},
) =>
  useQuery({
    queryKey: ['project', pid, 'quality', route, filter, more],
    queryFn: ({ signal }): Promise<AnswerOf<R>> => {
      const query: QueryOf<FigureRoute> = { ...queryOfFilter(filter), ...more }
      return request<FigureRoute>(route, { params: { pid }, query, signal }) as Promise<AnswerOf<R>>
    },
  })

export const useQualityRows = (projectId: string, filter: FigureFilter, by: FigureKey) =>
  useFigures('GET /api/v1/projects/:pid/quality', projectId, filter, { by })

export const usePersonClasses = (projectId: string, filter: FigureFilter) =>
  useFigures('GET /api/v1/projects/:pid/quality/classes', projectId, filter)

export const usePairs = (projectId: string, filter: FigureFilter) =>
  useFigures('GET /api/v1/projects/:pid/quality/pairs', projectId, filter)

export const useConfusion = (projectId: string, filter: FigureFilter) =>
  useFigures('GET /api/v1/projects/:pid/quality/confusion', projectId, filter)

export const useWorstWork = (projectId: string, filter: FigureFilter) =>
  useFigures('GET /api/v1/projects/:pid/quality/worst', projectId, filter, { limit: 20 })
