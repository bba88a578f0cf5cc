import type { Job } from '../store/project/jobs/jobs.ts'
import { ownBuffer } from '../threads/ownBuffer.ts'
import { locate, type StoredPlace } from '../workflow/quality/comparedWork.ts'
import type { PipelineContext } from './context.ts'
import { jobSnapshotOf } from './jobSnapshotOf.ts'
import type { WorkScore } from './threads/scoreWork.ts'

const TIME_LIMIT_MS = 5 * 60_000

/** The share of the accepted work that was submitted unchanged. */
export async function scoreSubmission(
  { pool, files, threads }: PipelineContext,
  job: Job,
  { accepted, submitted }: { accepted: StoredPlace; submitted: StoredPlace },
  signal: AbortSignal,
): Promise<WorkScore> {
  const order = {
    job: await jobSnapshotOf(pool, job),
    accepted: await locate(files, accepted),
    submitted: await locate(files, submitted),
  }
  const transfer = ownBuffer(order.job.payload)
  return threads.run('scoreWork', order, { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS, signal, transfer })
}
