import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { fileIdOf } from '../../formats/files/fileAddress.ts'
import { refusal } from '../../formats/jobBody/jobBody.ts'
import type { AuditActor } from '../../model/audit.ts'
import { type ClaimedFile, giveUpClaim } from '../../store/cluster/files/claims.ts'
import { removeUnnamed } from '../../store/cluster/files/removal.ts'
import type { FileStore } from '../../store/files/fileStore.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { filesInUse } from '../../store/project/files/fileUses.ts'
import {
  deleteFile,
  findFiles,
  insertFiles,
  lockFile,
  type NewFile,
  type UploadedFile,
} from '../../store/project/files/uploadedFiles.ts'
import { refused, WorkflowRefusal } from '../refusal.ts'

export const fileNotFound = () => new WorkflowRefusal('resource_error', 'the project has no such file')

/** Gives stored bytes a row, and gives up the claim that kept them. `days`: how long it stays unused. */
export async function addFile(
  pool: Pool,
  made: Omit<NewFile, 'bytes' | 'sha256' | 'origin' | 'ingestId'>,
  stored: ClaimedFile,
  days: number,
): Promise<UploadedFile> {
  const { sha256, bytes } = stored
  const [file] = await insertFiles(pool, [{ ...made, sha256, bytes, origin: 'upload', ingestId: null }], days)
  await giveUpClaim(pool, stored)
  return file
}

/** Deletes an upload that nothing uses. @throws WorkflowRefusal */
export async function removeFile(
  pool: Pool,
  files: FileStore,
  by: AuditActor,
  { projectId, fileId }: { projectId: string; fileId: string },
): Promise<void> {
  const { sha256 } = await withTransaction(pool, async (db) => {
    const file = await lockFile(db, projectId, fileId)
    if (!file) throw fileNotFound()
    if ((await filesInUse(db, projectId, [fileId])).size > 0)
      throw new WorkflowRefusal('JOB_STATE', 'a job or an ingest uses this file', { meta: { reason: 'IN_USE' } })
    await deleteFile(db, projectId, fileId)
    await recordAudit(db, by, { projectId, action: 'file.delete', object: fileId, before: { name: file.name } })
    return file
  })
  await removeUnnamed(pool, files, [sha256])
}

/** An uploaded file that a body names. */
export interface NamedUpload {
  field: string
  url: string
}

/** The ids of the files that addresses name. @throws WorkflowRefusal FS_0003 for those that the project does not have */
export async function namedFileIds(db: Queryable, projectId: string, named: readonly NamedUpload[]): Promise<string[]> {
  if (named.length === 0) return []
  const ids = [...new Set(named.flatMap(({ url }) => fileIdOf(url) ?? []))]
  const there = new Set((await findFiles(db, projectId, ids)).map(({ fileId }) => fileId))
  const faults = named.flatMap(({ field, url }): Fault[] =>
    there.has(fileIdOf(url) ?? '')
      ? []
      : [faultAt(field, 'UNKNOWN', 'a file that was uploaded to this project and has not expired', url)],
  )
  if (faults.length > 0) throw refused(refusal('FS_0003', faults))
  return ids
}
