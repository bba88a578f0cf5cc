import type { AuditActor } from '../../model/audit.ts'
import { type ClaimedFile, giveUpClaim } from '../../store/cluster/files/claims.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import { enqueue } from '../../store/cluster/tasks/enqueue.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { endImport, insertImport, type NewImport } from '../../store/project/imports/imports.ts'
import { type ExchangeCaller, mayEnd } from '../policies/exchanges.ts'
import { WorkflowRefusal } from '../refusal.ts'

export const importNotFound = () => new WorkflowRefusal('resource_error', 'the project has no such import')

/** Queues an import of labels. `archive`: the file that came with the call; `asked`: the request as the audit log shows it. */
export async function createImport(
  pool: Pool,
  by: AuditActor,
  made: Omit<NewImport, 'sha256' | 'bytes'>,
  archive: ClaimedFile | null,
  asked: object,
): Promise<void> {
  const { projectId, importId } = made
  await withTransaction(pool, async (db) => {
    await insertImport(db, { ...made, sha256: archive?.sha256 ?? null, bytes: archive?.bytes ?? 0 })
    await enqueue(db, [{ projectId, kind: 'import', subjectId: importId }])
    await recordAudit(db, by, { projectId, action: 'import.create', object: importId, after: asked })
  })
  if (archive) await giveUpClaim(pool, archive)
}

/** Cancels an import that is not done, or deletes one that is; imported labels stay. */
export async function deleteImport(
  pool: Pool,
  files: FileStore,
  by: AuditActor,
  caller: ExchangeCaller,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<void> {
  const { sha256 } = await withTransaction(pool, async (db) => {
    const row = await endImport(db, projectId, importId)
    if (!row) throw importNotFound()
    if (!mayEnd(caller, row)) throw new WorkflowRefusal('unauthorized', 'this import was made by another key')
    await recordAudit(db, by, { projectId, action: 'import.delete', object: importId })
    return row
  })
  if (sha256) await removeUnnamed(pool, files, [sha256])
}
