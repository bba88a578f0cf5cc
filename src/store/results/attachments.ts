import type { Queryable } from '../postgres/pools.ts'

/** A file of a result, reached by its signed address. */
export interface Attachment {
  attachmentId: string
  projectId: string
  jobId: string
  version: number
  name: string
  contentType: string
  sha256: string
  bytes: number
}

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

/** Its id is made by the caller, because the address stands inside of other files. */
export async function insertAttachment(db: Queryable, made: Attachment): Promise<void> {
  await db.query(
    `insert into attachments (id, project_id, job_id, version, name, content_type, sha256, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [made.attachmentId, made.projectId, made.jobId, made.version, made.name, made.contentType, made.sha256, made.bytes],
  )
}
