import type { Queryable } from '../../postgres/pools.ts'

/** The ids that do not belong to a person who can work in the project. */
export async function strangersTo(db: Queryable, projectId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from unnest($2::uuid[]) as asked(id) where not exists (
       select 1 from users u where u.id = asked.id and not u.disabled and (u.role = 'admin'
         or exists (select 1 from user_projects p where p.user_id = u.id and p.project_id = $1)))`,
    [projectId, userIds],
  )
  return rows.map(({ id }) => id)
}
