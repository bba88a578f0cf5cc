import type { JobRowAnswer } from '../../../contract/console.ts'
import type { MessageId } from '../../messages/message.ts'

/** What really happens with a job: whether a person works on it now, and what it waits for. */
export function workState({
  stage,
  lease,
  rejected,
}: Pick<JobRowAnswer, 'stage' | 'lease' | 'rejected'>): Extract<MessageId, `stage.${string}` | `workState.${string}`> {
  if (stage === 'in_progress' && rejected) return lease ? 'workState.reworking' : 'workState.rework'
  if (stage === 'in_progress' && !lease) return 'workState.unclaimed'
  if (stage === 'in_review' && !lease) return 'workState.waitingForReview'
  return `stage.${stage}`
}
