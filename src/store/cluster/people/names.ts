import type { Queryable } from '../../postgres/pools.ts'

/** The names of people by id; the email of those without a name. */
export async function namesOf(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, coalesce(name, email) as name from users where id = any($1::uuid[])',
    [userIds],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
