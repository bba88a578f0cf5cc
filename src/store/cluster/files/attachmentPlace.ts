import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'

/**
 * The project of a file of which only the id is known: addresses of earlier versions contain no more. It never changes.
 */
export async function projectOfAttachment(db: Queryable, attachmentId: string): Promise<string | null> {
  const rows = await namedRows<{ projectId: string }>(db, 'select project_id from attachments where id = $1', [
    attachmentId,
  ])
  return rows[0]?.projectId ?? null
}
