import { claimedBy, giveUpClaim } from '../../store/cluster/files/claims.ts'
import type { FileStore, KeptPart } from '../../store/files/fileStore.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { insertFiles, type NewFile } from '../../store/project/files/uploadedFiles.ts'
import { deleteUpload, endUpload, findUpload, keptPart, type UploadPlace } from '../../store/project/files/uploads.ts'

interface WholeUpload extends UploadPlace {
  name: string
  kept: KeptPart
  typeOf(sha256: string): Promise<Pick<NewFile, 'kind' | 'mediaType'>>
  /** How long the file stays unused. */
  days: number
}

/**
 * Makes a file of an upload that is whole, with the same id. A process that dies in between leaves an upload that can
 * still be finished, or remains that housekeeping removes. Answers the file's id.
 */
export async function finishUpload(pool: Pool, files: FileStore, whole: WholeUpload): Promise<string> {
  const { projectId, uploadId: fileId, name, kept, days } = whole
  const stored = await claimedBy(pool, (beforePlacing) => files.partialUploads.finish(kept, beforePlacing))
  const { sha256, bytes } = stored
  const type = await whole.typeOf(sha256)
  await withTransaction(pool, async (db) => {
    await insertFiles(db, [{ projectId, fileId, name, bytes, sha256, ...type, origin: 'upload', ingestId: null }], days)
    await endUpload(db, whole)
  })
  await giveUpClaim(pool, stored)
  await removePart(pool, files, whole, kept)
  return fileId
}

/** Gives up an upload that is not whole. */
export async function dropUpload(pool: Pool, files: FileStore, place: UploadPlace): Promise<void> {
  const row = await findUpload(pool, place)
  if (row) await removePart(pool, files, place, keptPart(row))
}

async function removePart(pool: Pool, files: FileStore, place: UploadPlace, kept: KeptPart): Promise<void> {
  await files.partialUploads.remove(kept)
  await deleteUpload(pool, place)
}
