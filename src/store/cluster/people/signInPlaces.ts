import type { Queryable } from '../../postgres/pools.ts'

/** Whether the person has signed in from this network before. The place is a keyed hash: addresses are not stored. */
export async function isKnownPlace(db: Queryable, userId: string, place: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('select from sign_in_places where user_id = $1 and place = $2', [userId, place])
  return rowCount === 1
}

export async function rememberPlace(db: Queryable, userId: string, place: Buffer): Promise<void> {
  await db.query(
    `insert into sign_in_places as p (user_id, place) values ($1, $2)
     on conflict (user_id, place) do update set seen_at = now() where p.seen_at < now() - interval '1 day'`,
    [userId, place],
  )
}
