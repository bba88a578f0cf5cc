import type { AuditActor } from '../../model/audit.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { findBatch } from '../../store/project/batches/batches.ts'
import { resendBatch, resendJobs } from '../../store/project/callbacks/resend.ts'
import { findJob, type JobPlace } from '../../store/project/jobs/jobs.ts'
import { batchNotFound, jobNotFound } from '../refusal.ts'

/** Queues the callbacks of a job again. Answers how many. */
export function resendJobCallbacks(pool: Pool, by: AuditActor, { projectId, jobId }: JobPlace): Promise<number> {
  return withTransaction(pool, async (db) => {
    if (!(await findJob(db, projectId, jobId))) throw jobNotFound()
    await recordAudit(db, by, { projectId, action: 'job.resend', object: jobId })
    return resendJobs(db, projectId, [jobId])
  })
}

/** Queues the callbacks of a batch again, or only those that were given up or are held. Answers how many. */
export function resendBatchCallbacks(
  pool: Pool,
  by: AuditActor,
  { projectId, batchId, onlyFailed }: { projectId: string; batchId: string; onlyFailed: boolean },
): Promise<number> {
  return withTransaction(pool, async (db) => {
    if (!(await findBatch(db, projectId, batchId))) throw batchNotFound()
    const after = { only_failed: onlyFailed }
    await recordAudit(db, by, { projectId, action: 'batch.resend', object: batchId, after })
    return resendBatch(db, { projectId, batchId, onlyFailed })
  })
}
