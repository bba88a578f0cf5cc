import type { Queryable } from '../../postgres/pools.ts'

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

/** Its id is made by the caller, because the address stands inside of other files. */
export async function insertAttachment(db: Queryable, made: Attachment): Promise<void> {
  await db.query(
    `insert into attachments (id, project_id, job_id, version, name, content_type, sha256, bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [made.attachmentId, made.projectId, made.jobId, made.version, made.name, made.contentType, made.sha256, made.bytes],
  )
}
