import type { AuditActor } from '../../model/audit.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { enqueue } from '../../store/cluster/tasks/enqueue.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { type ExportFilter, endExport, insertExport, type NewExport } from '../../store/project/exports/exports.ts'
import { type ExchangeCaller, mayEnd } from '../policies/exchanges.ts'
import { WorkflowRefusal } from '../refusal.ts'

export const exportNotFound = () => new WorkflowRefusal('resource_error', 'the project has no such export')

/** Fixes the set of jobs that an export writes, and queues it. */
export function createExport(pool: Pool, by: AuditActor, made: NewExport, filter: ExportFilter): Promise<void> {
  const { projectId, exportId, format, request } = made
  return withTransaction(pool, async (db) => {
    await insertExport(db, made, filter)
    await enqueue(db, [{ projectId, kind: 'export', subjectId: exportId }])
    const after = { format, filter: request.filter, files: request.files, destination: request.destination }
    await recordAudit(db, by, { projectId, action: 'export.create', object: exportId, after })
  })
}

/** Cancels an export that is not done, or deletes one that is, with its archive. */
export async function deleteExport(
  pool: Pool,
  files: FileStore,
  by: AuditActor,
  caller: ExchangeCaller,
  { projectId, exportId }: { projectId: string; exportId: string },
): Promise<void> {
  const { sha256 } = await withTransaction(pool, async (db) => {
    const row = await endExport(db, projectId, exportId)
    if (!row) throw exportNotFound()
    if (!mayEnd(caller, row)) throw new WorkflowRefusal('unauthorized', 'this export was made by another key')
    await recordAudit(db, by, { projectId, action: 'export.delete', object: exportId })
    return row
  })
  if (sha256) await removeUnnamed(pool, files, [sha256])
}
