import type { Queryable } from '../../postgres/pools.ts'
import type { RowOf } from '../../postgres/table.ts'
import type { PRIVATE_SPACES } from '../../project/jobs/privateSpaces.ts'

type SpaceRow = RowOf<typeof PRIVATE_SPACES>

/** The project of a space; null if it is not one. */
export async function projectOfSpace(db: Queryable, spaceId: string): Promise<string | null> {
  const { rows } = await db.query<Pick<SpaceRow, 'project_id'>>(
    'select project_id from private_spaces where space_id = $1',
    [spaceId],
  )
  return rows[0]?.project_id ?? null
}

/**
 * The space of this person with a job of this id; null: the person has no copy of it. A consensus job counts as one job
 * again after the last of its annotators has submitted.
 */
export async function spaceWithJob(db: Queryable, userId: string, jobId: string): Promise<string | null> {
  const { rows: own } = await db.query<SpaceRow>('select project_id, space_id from private_spaces where user_id = $1', [
    userId,
  ])
  if (own.length === 0) return null
  const { rows: places } = await db.query<{ project_id: string }>(
    'select project_id from jobs where project_id = any($1) and id = $2',
    [own.map(({ space_id }) => space_id), jobId],
  )
  const found = own.filter(({ space_id }) => places.some(({ project_id }) => project_id === space_id))
  for (const { project_id, space_id } of found) {
    const { rowCount } = await db.query(
      'select 1 from consensus_jobs where project_id = $1 and job_id = $2 and not is_open',
      [project_id, jobId],
    )
    if (rowCount === 0) return space_id
  }
  return null
}

/** Spaces of the projects: this person's own, and with `all` those of everyone. */
export async function listSpaces(
  db: Queryable,
  projectIds: readonly string[],
  { userId, all }: { userId: string; all: boolean },
): Promise<string[]> {
  const { rows } = await db.query<Pick<SpaceRow, 'space_id'>>(
    'select space_id from private_spaces where project_id = any($1) and (user_id = $2 or $3)',
    [projectIds, userId, all],
  )
  return rows.map((row) => row.space_id)
}
