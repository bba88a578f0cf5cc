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

/** Attachments of jobs of one project. The caller makes their ids, because other files contain the addresses. */
export async function insertAttachments(db: Queryable, projectId: string, made: readonly Attachment[]): Promise<void> {
  await db.query(
    `insert into attachments (project_id, id, job_id, version, name, content_type, sha256, bytes)
     select $1, * from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::bigint[])`,
    [
      projectId,
      made.map(({ attachmentId }) => attachmentId),
      made.map(({ jobId }) => jobId),
      made.map(({ version }) => version),
      made.map(({ name }) => name),
      made.map(({ contentType }) => contentType),
      made.map(({ sha256 }) => sha256),
      made.map(({ bytes }) => bytes),
    ],
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
