import type { Queryable } from '../../postgres/pools.ts'

/**
 * The project of a file of which only the id is known: addresses of earlier versions contain no more. It never changes.
 */
export async function projectOfAttachment(db: Queryable, attachmentId: string): Promise<string | null> {
  const { rows } = await db.query<{ projectId: string }>(
    'select project_id as "projectId" from attachments where id = $1',
    [attachmentId],
  )
  return rows[0]?.projectId ?? null
}
