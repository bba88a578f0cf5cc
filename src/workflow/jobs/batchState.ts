import type { AuditActor } from '../../model/audit.ts'
import type { BatchState } from '../../model/project.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordDifference } from '../../store/project/audit/audit.ts'
import { findBatch, setBatchState } from '../../store/project/batches/batches.ts'
import { untilWritten } from '../../store/project/batches/blocks.ts'
import { batchNotFound, WorkflowRefusal } from '../refusal.ts'

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
  if (state === 'closed') await untilWritten(pool, projectId)
}
