import { randomUUID } from 'node:crypto'
import { emailSkeleton } from '../../../model/people/email.ts'
import { mayInvite, type Role } from '../../../model/permissions.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { nullable, type RowOf, Table, timestamp, uuid } from '../../postgres/table.ts'
import { endSessions } from './sessions.ts'
import { createInvitation, hashToken } from './users.ts'

export interface OpenInvitation {
  /** null: the first admin's. */
  userId: string | null
  email: string | null
  name: string | null
  role: Role
}

/** A link that can still be used, and who made it. */
export interface OpenLink {
  /** null: the operator, by the admin key. */
  madeBy: string | null
  madeAt: Date
  expiresAt: Date
}

export const INVITATIONS = new Table('invitations', {
  user_id: nullable(uuid),
  made_by: nullable(uuid),
  made_at: timestamp,
  expires_at: timestamp,
})
type Invited = RowOf<typeof INVITATIONS>

interface InvitationRow extends Pick<Invited, 'user_id' | 'made_by'> {
  email: string | null
  name: string | null
  role: Role
  active: boolean
  /** null where the operator made it. */
  maker_role: Role | null
  maker_disabled: boolean | null
  maker_sees_all: boolean
}

/**
 * Null for a link that was used, ran out, or whose person was deactivated or has another role than when it was made,
 * and for one whose maker could not make it any more.
 */
export async function findInvitation(db: Queryable, token: string): Promise<OpenInvitation | null> {
  const { rows } = await db.query<InvitationRow>(
    `select i.user_id, i.made_by, u.email, u.name, coalesce(u.role, 'admin') as role, u.password_hash is not null as active,
       m.role as maker_role, m.disabled as maker_disabled,
       not exists (
         select from user_projects p where p.user_id = u.id
           and not exists (select from user_projects q where q.user_id = m.id and q.project_id = p.project_id)
       ) as maker_sees_all
     from invitations i left join users u on u.id = i.user_id left join users m on m.id = i.made_by
     where i.token_hash = $1 and i.used_at is null and i.expires_at > now() and not coalesce(u.disabled, false)
       and (i.user_id is null or i.role = u.role)`,
    [hashToken(token)],
  )
  const row = rows[0]
  if (!row) return null
  if (row.maker_role !== null) {
    const seesAll = row.maker_role === 'admin' || row.maker_sees_all
    const may = mayInvite(row.maker_role, { role: row.role, hasPassword: row.active })
    if (row.maker_disabled || !seesAll || !may) return null
  }
  return { userId: row.user_id, email: row.email, name: row.name, role: row.role }
}

/**
 * The same, locked until the end of the caller's transaction. The person is locked first, as by every change of people,
 * so that a link and a promotion cannot pass each other.
 */
export async function lockInvitation(db: Queryable, token: string): Promise<OpenInvitation | null> {
  const { rows } = await db.query<Pick<Invited, 'user_id'>>('select user_id from invitations where token_hash = $1', [
    hashToken(token),
  ])
  await db.query('select from users where id = $1 for update', [rows[0]?.user_id ?? null])
  await db.query('select from invitations where token_hash = $1 for update', [hashToken(token)])
  return findInvitation(db, token)
}

/** A new link; those made for the person before end. The caller holds the transaction. */
export async function replaceInvitation(
  db: Queryable,
  userId: string,
  made: { by: string | null; hours: number },
): Promise<string> {
  await db.query('select from users where id = $1 for update', [userId])
  await endInvitations(db, userId)
  return createInvitation(db, { userId, ...made })
}

export async function endInvitations(db: Queryable, userId: string): Promise<void> {
  await db.query('update invitations set used_at = now() where user_id = $1 and used_at is null', [userId])
}

export async function openLinkOf(db: Queryable, userId: string): Promise<OpenLink | null> {
  const { rows } = await db.query<Pick<Invited, 'made_at' | 'expires_at'> & { made_by: string | null }>(
    `select coalesce(m.name, m.email) as made_by, i.made_at, i.expires_at
     from invitations i left join users m on m.id = i.made_by
     where i.user_id = $1 and i.used_at is null and i.expires_at > now()`,
    [userId],
  )
  const row = rows[0]
  return row ? { madeBy: row.made_by, madeAt: row.made_at, expiresAt: row.expires_at } : null
}

/**
 * The password that the person chose by the link, and the name where one was given. Ends their links and sessions; the
 * caller holds the transaction.
 */
export async function setPasswordByLink(
  db: Queryable,
  token: string,
  userId: string,
  made: { passwordHash: string; name: string | null },
): Promise<void> {
  const { rows } = await db.query<Pick<Invited, 'made_by'>>('select made_by from invitations where token_hash = $1', [
    hashToken(token),
  ])
  await db.query(
    `update users set password_hash = $2, name = coalesce($3, name), password_set_at = now(), password_reset_by = $4,
       password_reset = password_hash is not null
     where id = $1`,
    [userId, made.passwordHash, made.name, rows[0]?.made_by ?? null],
  )
  await endInvitations(db, userId)
  await endSessions(db, userId, null)
}

/** The first admin, out of the set-up link; null when the email is taken. Ends every set-up link. */
export async function createFirstAdmin(
  db: Queryable,
  made: { email: string; name: string | null; passwordHash: string },
): Promise<string | null> {
  const userId = randomUUID()
  const { rowCount } = await db.query(
    `insert into users (id, email, email_skeleton, name, role, password_hash, password_set_at)
     values ($1, $2, $3, $4, 'admin', $5, now()) on conflict do nothing`,
    [userId, made.email, emailSkeleton(made.email), made.name, made.passwordHash],
  )
  if (rowCount !== 1) return null
  await db.query('update invitations set used_at = now() where user_id is null and used_at is null')
  return userId
}
