import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../postgres/pools.ts'
import { type RowOf, Table, uuid } from '../../postgres/table.ts'

export const PRIVATE_SPACES = new Table('private_spaces', { project_id: uuid, user_id: uuid, space_id: uuid })

/**
 * The space for a person's own copies of jobs of a project, created at the first request. Locked until the caller's
 * transaction ends, so that two windows of one person never take the same job twice.
 */
export async function lockSpace(db: Queryable, projectId: string, userId: string): Promise<string> {
  const { rows } = await db.query<Pick<RowOf<typeof PRIVATE_SPACES>, 'space_id'>>(
    `insert into private_spaces as s (project_id, user_id, space_id) values ($1, $2, $3)
     on conflict (project_id, user_id) do update set space_id = s.space_id returning space_id`,
    [projectId, userId, randomUUID()],
  )
  return rows[0].space_id
}

/** The space of a person's own copies; null when they never had one. */
export async function findSpace(db: Queryable, projectId: string, userId: string): Promise<string | null> {
  const { rows } = await db.query<Pick<RowOf<typeof PRIVATE_SPACES>, 'space_id'>>(
    'select space_id from private_spaces where project_id = $1 and user_id = $2',
    [projectId, userId],
  )
  return rows[0]?.space_id ?? null
}

export async function hasPrivateSpaces(db: Queryable, projectId: string): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from private_spaces where project_id = $1 limit 1', [projectId])
  return rowCount === 1
}
