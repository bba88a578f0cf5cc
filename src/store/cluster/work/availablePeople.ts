import type { Queryable } from '../../postgres/pools.ts'

/** Someone of a project who may be given work. */
export interface AvailablePerson {
  userId: string
  /** Tags for which the person gets no more work for now. */
  pausedTags: readonly string[]
  groups: readonly string[]
}

/** People with one of the roles, by project. */
export async function listAvailablePeople(
  db: Queryable,
  projectIds: readonly string[],
  roles: readonly string[],
): Promise<Map<string, AvailablePerson[]>> {
  const { rows: people } = await db.query<{ project_id: string; user_id: string }>(
    `select p.project_id, p.user_id from user_projects p join users u on u.id = p.user_id
     where p.project_id = any($1) and not u.disabled and u.role = any($2)`,
    [projectIds, roles],
  )
  const { rows: paused } = await db.query<{ project_id: string; user_id: string; name: string }>(
    'select project_id, user_id, tag as name from person_checks where project_id = any($1) and paused_for is not null',
    [projectIds],
  )
  const { rows: members } = await db.query<{ project_id: string; user_id: string; name: string }>(
    'select project_id, user_id, group_name as name from group_members where project_id = any($1)',
    [projectIds],
  )
  const namesOf = (rows: typeof paused, of: (typeof people)[number]) =>
    rows.filter((row) => row.project_id === of.project_id && row.user_id === of.user_id).map(({ name }) => name)
  const available = people.map((row) => ({
    projectId: row.project_id,
    person: { userId: row.user_id, pausedTags: namesOf(paused, row), groups: namesOf(members, row) },
  }))
  const byProject = Map.groupBy(available, ({ projectId }) => projectId)
  return new Map([...byProject].map(([projectId, found]) => [projectId, found.map(({ person }) => person)]))
}
