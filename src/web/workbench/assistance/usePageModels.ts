import { useQuery } from '@tanstack/react-query'
import type { ShownModel } from '../../../contract/models.ts'
import { request } from '../../kit/api.ts'
import { useShell } from '../shellContext.ts'

const NONE: ShownModel[] = []
const MODELS_KEY = ['models'] as const
const KEPT_MS = 300_000

/** Models that this page can run for the open job; none for those who only look at it. */
export function usePageModels(): ShownModel[] {
  const { session, me } = useShell()
  const { access, content } = session.job
  const hasPictures = content.kind === 'image' || content.kind === 'video'
  const found = useQuery({
    queryKey: MODELS_KEY,
    queryFn: ({ signal }) => request('GET /api/models', { signal }),
    enabled: me !== null && access !== 'read' && hasPictures,
    staleTime: KEPT_MS,
  })
  return (hasPictures && found.data?.models) || NONE
}
