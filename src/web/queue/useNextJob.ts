import type { QueueRowAnswer } from '../../contract/queue.ts'
import { request } from '../kit/api.ts'
import { useAction } from '../kit/useAction.ts'
import { useQueueFilter, wantedBy } from './queueFilter.tsx'
import { QUEUE } from './queueKey.ts'

/** Claims the next job that the filter of the queue allows; null: there is none. */
export function useNextJob(onDone: (job: QueueRowAnswer | null) => void) {
  const [filter] = useQueueFilter()
  return useAction({
    run: () => request('POST /api/next', { body: wantedBy(filter) }),
    onDone: ({ job }) => onDone(job),
    changes: [QUEUE],
  })
}
