import type { Job } from '../store/project/jobs/jobs.ts'
import { ownBuffer } from '../threads/ownBuffer.ts'
import type { PipelineContext } from './context.ts'
import { keptJobOf } from './keptJobOf.ts'
import type { WorkScore } from './threads/scoreWork.ts'

const TIME_LIMIT_MS = 5 * 60_000

/** A document by its files. */
export interface StoredFiles {
  documentSha256: string
  labelsSha256: string | null
}

/** How much of what is accepted was submitted so. */
export async function scoreSubmission(
  { pool, files, threads }: PipelineContext,
  job: Job,
  { accepted, submitted }: { accepted: StoredFiles; submitted: StoredFiles },
  signal: AbortSignal,
): Promise<WorkScore> {
  const read = async ({ documentSha256, labelsSha256 }: StoredFiles) => ({
    document: await files.readAll(documentSha256),
    labels: labelsSha256 === null ? null : await files.readAll(labelsSha256),
  })
  const order = { job: await keptJobOf(pool, job), accepted: await read(accepted), submitted: await read(submitted) }
  const transfer = ownBuffer(order.job.payload)
  return threads.run('scoreWork', order, { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS, signal, transfer })
}
