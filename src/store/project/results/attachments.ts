import type { AttachmentId } from '../../links.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bigint, int, nullable, type RowOf, Table, text, uuid } from '../../postgres/table.ts'

/** A file of a result, reached by its signed address. */
export interface Attachment extends AttachmentId {
  jobId: string
  version: number
  name: string
  contentType: string
  sha256: string
  bytes: number
}

/** Its id is made by the caller, because the address stands inside of other files. */
export async function insertAttachment(db: Queryable, made: Attachment): Promise<void> {
  await db.query(
    `insert into attachments (id, project_id, job_id, version, name, content_type, sha256, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [made.attachmentId, made.projectId, made.jobId, made.version, made.name, made.contentType, made.sha256, made.bytes],
  )
}

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

export async function findAttachment(
  db: Queryable,
  { projectId, attachmentId }: AttachmentId,
): Promise<KnownAttachment | null> {
  const { rows } = await db.query<RowOf<typeof ATTACHMENTS>>(
    `select ${ATTACHMENTS.list()} from attachments where project_id = $1 and id = $2`,
    [projectId, attachmentId],
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
