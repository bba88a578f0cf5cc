import type { Queryable } from '../../postgres/pools.ts'
import { bigint, int, nullable, type RowOf, Table, text, uuid } from '../../postgres/table.ts'
import type { Attachment } from '../../project/results/attachments.ts'

export const ATTACHMENTS = new Table('attachments', {
  id: uuid,
  project_id: uuid,
  job_id: uuid,
  version: int,
  name: text,
  content_type: text,
  sha256: nullable(text),
  bytes: bigint,
})

/** sha256 is null where the file was deleted. */
export type KnownAttachment = Omit<Attachment, 'sha256'> & { sha256: string | null }

export async function findAttachment(db: Queryable, attachmentId: string): Promise<KnownAttachment | null> {
  const { rows } = await db.query<RowOf<typeof ATTACHMENTS>>(
    `select ${ATTACHMENTS.list()} from attachments where id = $1`,
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
