import type { Queryable } from '../../postgres/pools.ts'
import type { RowOf } from '../../postgres/table.ts'
import type { PRIVATE_SPACES } from '../../project/jobs/privateSpaces.ts'

type SpaceRow = RowOf<typeof PRIVATE_SPACES>

/** The project that a space belongs to; null when it is none. */
export async function projectOfSpace(db: Queryable, spaceId: string): Promise<string | null> {
  const { rows } = await db.query<Pick<SpaceRow, 'project_id'>>(
    'select project_id from private_spaces where space_id = $1',
    [spaceId],
  )
  return rows[0]?.project_id ?? null
}

/**
 * The space of this person in which a job of this id lies; null: the person has no copy of it. What several people made
 * of a job is one job again when the last of them has submitted.
 */
export async function spaceWithJob(db: Queryable, userId: string, jobId: string): Promise<string | null> {
  const { rows } = await db.query<Pick<SpaceRow, 'space_id'>>(
    `select s.space_id from private_spaces s, lateral (
       select 1 from jobs j where j.project_id = s.space_id and j.id = $2 offset 0
     ) found where s.user_id = $1 and not exists (
       select 1 from consensus_jobs c where c.project_id = s.project_id and c.job_id = $2 and not c.is_open
     ) limit 1`,
    [userId, jobId],
  )
  return rows[0]?.space_id ?? null
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
