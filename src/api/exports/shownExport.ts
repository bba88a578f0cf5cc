import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import type { ExportRow } from '../../store/project/exports/exports.ts'
import type { ApiContext } from '../context.ts'
import type { ExportAnswerType } from './answers.ts'
import { exportUrl } from './exportLink.ts'

const LOSSES_SHOWN = 20

/**
 * An export in the form of answers; its address only while the archive exists, and the person who requested it, if any.
 */
export async function shownExport(
  context: ApiContext,
  row: ExportRow,
  madeBy: string | null,
): Promise<ExportAnswerType> {
  const { filter, splits, files, destination, options } = row.request
  const { linkSecret } = await context.projects.get(row.projectId)
  return {
    export_id: row.exportId,
    format: row.format,
    filter,
    splits,
    files,
    destination,
    options,
    status: row.status,
    progress: { jobs_done: row.jobsDone, jobs_total: row.jobsTotal, bytes: row.bytesDone },
    url: row.sha256 && row.expiresAt ? exportUrl(context.baseUrl(), linkSecret, row, madeBy) : null,
    size: row.size,
    sha256: row.sha256,
    content_sha256: row.contentSha256,
    losses: row.losses.slice(0, LOSSES_SHOWN),
    losses_total: row.losses.length,
    created_at: isoTime(row.createdAt),
    completed_at: isoTimeOrNull(row.completedAt),
    expires_at: isoTimeOrNull(row.expiresAt),
    error: row.error,
  }
}
