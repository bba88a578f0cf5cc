import { open } from 'node:fs/promises'
import { type AccessRule, findWriteRule } from '../../egress/accessRules.ts'
import { EgressError } from '../../egress/errors.ts'
import { uploadToS3 } from '../../egress/uploadToS3.ts'
import { ExportError } from '../../interchange/core/format.ts'
import { openAttachmentAccess } from '../../store/project/access/attachmentAccess.ts'
import { archiveName, type ExportRow } from '../../store/project/exports/exports.ts'
import type { PipelineContext } from '../context.ts'

/** Writes the archive into the bucket that the export names, if any. @throws ExportError where the bucket refuses it */
export async function sendToBucket(
  { pool, masterKey, egress, settings }: PipelineContext,
  { projectId, exportId, request }: ExportRow,
  archive: { path: string; sha256: string; bytes: number },
  signal: AbortSignal,
): Promise<void> {
  if (request.destination === null) return
  const rules = await openAttachmentAccess<AccessRule>(pool, masterKey, projectId)
  const found = findWriteRule(request.destination, archiveName(exportId), rules)
  if ('fault' in found)
    throw new ExportError('DESTINATION_NOT_ALLOWED', 'no access rule of the project allows writing there any more')
  const file = await open(archive.path)
  try {
    const { sha256, bytes } = archive
    const read = async (start: number, end: number) => {
      const part = Buffer.allocUnsafe(end - start)
      await file.read(part, 0, part.length, start)
      return part
    }
    const source = { bytes, sha256, contentType: 'application/zip', read }
    const { downloadRetriesMs: retriesMs } = settings
    await uploadToS3(egress, { object: found.object, access: found.rule, source, lane: projectId, retriesMs, signal })
  } catch (error) {
    if (!(error instanceof EgressError) || error.kind === 'stopped') throw error
    throw new ExportError('DESTINATION_REFUSED', `the archive could not be written to the bucket: ${error.message}`)
  } finally {
    await file.close()
  }
}
