import type { AccessRule } from '../../egress/accessRules.ts'
import { download } from '../../egress/download.ts'
import { EgressError } from '../../egress/errors.ts'
import { ImportError } from '../../interchange/core/reader.ts'
import { MAX_IMPORT_BYTES } from '../../model/limits.ts'
import { giveUpClaim, putClaimed } from '../../store/cluster/files/claims.ts'
import type { StoredFile } from '../../store/files/fileStore.ts'
import { openAttachmentAccess } from '../../store/project/access/attachmentAccess.ts'
import { type ImportRow, noteArchive } from '../../store/project/imports/imports.ts'
import type { PipelineContext } from '../context.ts'

const DEADLINE_MS = 2 * 3_600_000

/** Brings the archive that an import names into the store, through the guard; null when the import was cancelled. */
export async function fetchArchive(
  context: PipelineContext,
  row: ImportRow,
  signal: AbortSignal,
): Promise<StoredFile | null> {
  const { pool, masterKey, egress, files } = context
  const rules = await openAttachmentAccess<AccessRule>(pool, masterKey, row.projectId)
  try {
    const result = await download(egress, {
      url: row.request.url ?? '',
      rules,
      lane: row.projectId,
      maxBytes: MAX_IMPORT_BYTES,
      deadlineMs: DEADLINE_MS,
      signal,
      sink: (body) => putClaimed(pool, files, body),
    })
    if (result.status !== 'ok') throw new ImportError({ file: '', field: 'url', type: 'INVALID_URL' }, 'nothing came')
    if (!(await noteArchive(pool, row, result.stored))) return null
    await giveUpClaim(pool, result.stored)
    return result.stored
  } catch (error) {
    if (!(error instanceof EgressError) || error.kind === 'stopped') throw error
    throw new ImportError({ file: '', field: 'url', type: typeOf(error) }, error.message)
  }
}

function typeOf({ kind }: EgressError): string {
  if (kind === 'forbidden') return 'FORBIDDEN_ADDRESS'
  return kind === 'too_large' ? 'ARCHIVE_TOO_LARGE' : 'INVALID_URL'
}
