import { useQuery } from '@tanstack/react-query'
import type {
  ClassConfusion,
  PersonClassFigures,
  PersonPair,
  QualityRow,
  WorstObject,
  WorstWork,
} from '../../../client/types/quality.ts'
import { operator, queryText } from '../../kit/api.ts'
import { type FigureFilter, queryOfFilter } from './figureFilter.ts'

export const FIGURE_KEYS = ['day', 'person', 'tag', 'class', 'attribute', 'reviewer'] as const
export type FigureKey = (typeof FIGURE_KEYS)[number]

/** What one call of the figures answers, for the filter. */
const useFigures = <Answer>(projectId: string, path: string, filter: FigureFilter, more: Record<string, string> = {}) =>
  useQuery({
    queryKey: ['project', projectId, 'quality', path, filter, more],
    queryFn: ({ signal }) =>
      operator.get<Answer>(
        `/projects/${projectId}/quality${path}${queryText({ ...queryOfFilter(filter), ...more })}`,
        signal,
      ),
  })

export const useQualityRows = (projectId: string, filter: FigureFilter, by: FigureKey) =>
  useFigures<{ rows: QualityRow[] }>(projectId, '', filter, { by })

export const usePersonClasses = (projectId: string, filter: FigureFilter) =>
  useFigures<{ cells: PersonClassFigures[] }>(projectId, '/classes', filter)

export const usePairs = (projectId: string, filter: FigureFilter) =>
  useFigures<{ pairs: PersonPair[] }>(projectId, '/pairs', filter)

export const useConfusion = (projectId: string, filter: FigureFilter) =>
  useFigures<{ confusion: ClassConfusion[] }>(projectId, '/confusion', filter)

export const useWorstWork = (projectId: string, filter: FigureFilter) =>
  useFigures<{ jobs: WorstWork[]; objects: WorstObject[] }>(projectId, '/worst', filter, { limit: '20' })
