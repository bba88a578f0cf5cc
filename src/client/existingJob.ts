import type { FiducialError } from './fiducialError.ts'
import type { JobBody } from './types/jobs.ts'
import type { JobCreated } from './types/words.ts'

export interface ExistingOption {
  /**
   * How to treat a 409 for a job that exists with exactly this payload. `after_retry` (default): success if an earlier
   * attempt of the same call may have created it. `accept`: always success. `refuse`: never.
   */
  existing?: 'after_retry' | 'accept' | 'refuse'
}

/** The job that a 409 names, if that counts as success; null if the error stands. */
export function existingJob(
  error: Pick<FiducialError, 'code' | 'metaData' | 'attempts'>,
  body: Pick<JobBody, 'reference_id' | 'tag'>,
  { existing = 'after_retry' }: ExistingOption,
): JobCreated | null {
  const { job_id: jobId, same_payload: samePayload } = error.metaData
  if (error.code !== 'FS_0001' || samePayload !== true || typeof jobId !== 'string') return null
  if (existing === 'refuse' || (existing === 'after_retry' && error.attempts === 1)) return null
  return { job_id: jobId, reference_id: body.reference_id, tag: body.tag, warnings: [], existing: true }
}
