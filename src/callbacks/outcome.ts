import type { SignedPostResult } from '../egress/signedPost.ts'
import type { AttemptFacts } from '../store/cluster/callbacks/marks.ts'

/** delivered: any 2xx. gone: 410, the receiver unsubscribes. stopped: we aborted it, without any information. */
export type Outcome = 'delivered' | 'failed' | 'gone' | 'stopped'

export function outcomeOf(result: SignedPostResult): Outcome {
  if (result.stopped) return 'stopped'
  const { httpStatus } = result
  if (httpStatus === null) return 'failed'
  if (httpStatus >= 200 && httpStatus < 300) return 'delivered'
  // Redirects are failures like any other: following one would carry the service key to an address that the customer did not choose.
  return httpStatus === 410 ? 'gone' : 'failed'
}

export function attemptFacts(result: SignedPostResult, at: Date): AttemptFacts {
  const { durationMs, httpStatus, error, response } = result
  return { at, durationMs, httpStatus, error, response }
}
