import type { Queryable } from '../../postgres/pools.ts'
import type { UserRow } from './users.ts'

/** Chords by command, as the person chose them. */
export type StoredKeys = Record<string, string[]>

export async function keyBindingsOf(db: Queryable, userId: string): Promise<StoredKeys> {
  const { rows } = await db.query<Pick<UserRow, 'key_bindings'>>('select key_bindings from users where id = $1', [
    userId,
  ])
  return rows[0]?.key_bindings ?? {}
}

export async function putKeyBindings(db: Queryable, userId: string, bindings: StoredKeys): Promise<void> {
  await db.query('update users set key_bindings = $2 where id = $1', [userId, JSON.stringify(bindings)])
}
