import type { AuditActor } from '../../model/audit.ts'
import type { BatchState } from '../../model/project.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import { findBatch, insertBatch, setBatchState } from '../../store/project/batches/batches.ts'
import { waitForOpenBlocks } from '../../store/project/batches/blocks.ts'
import { batchNotFound, WorkflowRefusal } from '../refusal.ts'

/** Makes a batch and answers its id; null when the project has a batch of this name. */
export function createBatch(
  pool: Pool,
  by: AuditActor,
  projectId: string,
  made: { name: string; description: string; callbackUrl: string | null },
): Promise<string | null> {
  return withTransaction(pool, async (db) => {
    const batchId = await insertBatch(db, projectId, made)
    const { name, description, callbackUrl } = made
    const after = { name, description, callback_url: callbackUrl }
    if (batchId) await recordAudit(db, by, { projectId, action: 'batch.create', object: batchId, after })
    return batchId
  })
}

/** Pauses, closes or opens a batch. Jobs that people have stay theirs. */
export async function changeBatchState(
  pool: Pool,
  by: AuditActor,
  { projectId, batchId }: { projectId: string; batchId: string },
  state: BatchState,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const batch = await findBatch(db, projectId, batchId)
    if (!batch) throw batchNotFound()
    if (state === 'closed' && batch.isDefault)
      throw new WorkflowRefusal('JOB_STATE', 'the default batch cannot be closed: it takes all jobs without a batch_id')
    await setBatchState(db, projectId, batchId, state)
    const change = { projectId, action: 'batch.change', object: batchId } as const
    await recordDifference(db, by, { ...change, before: { state: batch.state }, after: { state } })
  })
  // Jobs that had their positions before still come.
  if (state === 'closed') await waitForOpenBlocks(pool, projectId)
}
