import type { Queryable } from '../../postgres/pools.ts'

/** People of a project who share the work that is assigned to them. */
export interface Group {
  name: string
  userIds: string[]
}

export async function putGroup(db: Queryable, projectId: string, { name, userIds }: Group): Promise<void> {
  await db.query('insert into groups (project_id, name) values ($1, $2) on conflict do nothing', [projectId, name])
  await db.query('delete from group_members where project_id = $1 and group_name = $2', [projectId, name])
  await db.query(
    'insert into group_members (project_id, group_name, user_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing',
    [projectId, name, userIds],
  )
}

/** All groups of the project, or the one of this name. */
export async function listGroups(db: Queryable, projectId: string, name: string | null = null): Promise<Group[]> {
  const { rows } = await db.query<{ name: string; user_ids: string[] }>(
    `select g.name, coalesce(array_agg(m.user_id order by m.user_id) filter (where m.user_id is not null), '{}') as user_ids
     from groups g left join group_members m on m.project_id = g.project_id and m.group_name = g.name
     where g.project_id = $1 and ($2::text is null or g.name = $2) group by g.name order by g.name`,
    [projectId, name],
  )
  return rows.map((row) => ({ name: row.name, userIds: row.user_ids }))
}

/** Removes the group; its jobs become unassigned. False if there is no group of that name. */
export async function dropGroup(db: Queryable, projectId: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from groups where project_id = $1 and name = $2', [projectId, name])
  await db.query(
    'update jobs set assigned_group = null, deadline = null where project_id = $1 and assigned_group = $2',
    [projectId, name],
  )
  return rowCount === 1
}
