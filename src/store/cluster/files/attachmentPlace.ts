import type { Queryable } from '../../postgres/pools.ts'
import type { Attachment } from '../../project/results/attachments.ts'

export async function findAttachment(db: Queryable, attachmentId: string): Promise<Attachment | null> {
  const { rows } = await db.query(
    'select id, project_id, job_id, version, name, content_type, sha256, bytes from attachments where id = $1',
    [attachmentId],
  )
  const row = rows[0]
  if (!row) return null
  return {
    attachmentId: row.id,
    projectId: row.project_id,
    jobId: row.job_id,
    version: row.version,
    name: row.name,
    contentType: row.content_type,
    sha256: row.sha256,
    bytes: row.bytes,
  }
}
