import type { QueueRowAnswer, WantedJob } from '../../contract/queue.ts'
import { request } from '../kit/api.ts'
import { useAction } from '../kit/useAction.ts'
import { lets, useQueueFilter, wantedBy } from './queueFilter.tsx'
import { QUEUE } from './queueKey.ts'

/**
 * Claims the next job that the filter of the queue allows; null: there is none. Of jobs that come equally first it claims
 * one like that which was worked on before.
 */
export function useNextJob(onDone: (job: QueueRowAnswer | null) => void) {
  const [filter] = useQueueFilter()
  return useAction({
    run: (like: WantedJob['like']) => {
      const wanted = wantedBy(filter)
      return request('POST /api/next', { body: like && lets(filter, like) ? { ...wanted, like } : wanted })
    },
    onDone: ({ job }) => onDone(job),
    changes: [QUEUE],
  })
}
