import { randomUUID } from 'node:crypto'
import type { Role } from '../../../model/permissions.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { createInvitation, hashToken } from './users.ts'

export interface OpenInvitation {
  /** null: the first admin's. */
  userId: string | null
  email: string | null
  name: string | null
  role: Role
}

/** Null for a link that was used, ran out, or whose person was switched off. Locked where the caller is to use it. */
export async function findInvitation(
  db: Queryable,
  token: string,
  options: { lock?: boolean } = {},
): Promise<OpenInvitation | null> {
  const { rows } = await db.query(
    `select i.user_id, u.email, u.name, coalesce(u.role, 'admin') as role
     from invitations i left join users u on u.id = i.user_id
     where i.token_hash = $1 and i.used_at is null and i.expires_at > now() and not coalesce(u.disabled, false)
     ${options.lock ? 'for update of i' : ''}`,
    [hashToken(token)],
  )
  const row = rows[0]
  return row ? { userId: row.user_id, email: row.email, name: row.name, role: row.role } : null
}

/** A new link; those sent to the person before end. The caller holds the transaction. */
export async function renewInvitation(db: Queryable, userId: string, hours: number): Promise<string> {
  await db.query('update invitations set used_at = now() where user_id = $1 and used_at is null', [userId])
  return createInvitation(db, userId, hours)
}

/** The invited person's password, the name where one was given. Every link of theirs has done its service. */
export async function acceptInvitation(
  db: Queryable,
  userId: string,
  made: { passwordHash: string; name: string | null },
): Promise<void> {
  await db.query('update users set password_hash = $2, name = coalesce($3, name) where id = $1', [
    userId,
    made.passwordHash,
    made.name,
  ])
  await db.query('update invitations set used_at = now() where user_id = $1 and used_at is null', [userId])
}

/** The first admin, out of the set-up link; null when the e-mail is somebody's. Ends every set-up link. */
export async function createFirstAdmin(
  db: Queryable,
  made: { email: string; name: string | null; passwordHash: string },
): Promise<string | null> {
  const userId = randomUUID()
  const { rowCount } = await db.query(
    `insert into users (id, email, name, role, password_hash) values ($1, $2, $3, 'admin', $4)
     on conflict (lower(email)) do nothing`,
    [userId, made.email, made.name, made.passwordHash],
  )
  if (rowCount !== 1) return null
  await db.query('update invitations set used_at = now() where user_id is null and used_at is null')
  return userId
}
