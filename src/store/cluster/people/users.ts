import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { LanguageCode } from '../../../model/language.ts'
import { emailSkeleton, normalEmail } from '../../../model/people/email.ts'
import type { Role } from '../../../model/permissions.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bool, jsonb, nullable, type RowOf, Table, text, textOf, timestamp, uuid } from '../../postgres/table.ts'

export interface User {
  userId: string
  email: string
  name: string | null
  role: Role
  projects: string[]
  /** False until the invitation was used. */
  active: boolean
  createdAt: Date
}

export const USERS = new Table('users', {
  id: uuid,
  email: text,
  name: nullable(text),
  role: textOf<Role>(),
  password_hash: nullable(text),
  disabled: bool,
  created_at: timestamp,
  password_set_at: nullable(timestamp),
  password_reset: bool,
  language: nullable(textOf<LanguageCode>()),
  key_bindings: jsonb<Record<string, string[]>>(),
})
export type UserRow = RowOf<typeof USERS>

/** The new user's id, or null when the email, or one that looks like it, is taken. The caller holds the transaction. */
export async function createUser(
  db: Queryable,
  made: { email: string; name: string | null; role: Role; projects: readonly string[] },
): Promise<string | null> {
  const userId = randomUUID()
  const { rowCount } = await db.query(
    `insert into users (id, email, email_skeleton, name, role) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [userId, made.email, emailSkeleton(made.email), made.name, made.role],
  )
  if (rowCount !== 1) return null
  await db.query(
    'insert into user_projects (user_id, project_id) select $1, unnest($2::uuid[]) on conflict do nothing',
    [userId, made.projects],
  )
  return userId
}

type ListedRow = Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'created_at'> & {
  active: boolean
  projects: string[]
}

export async function listUsers(db: Queryable): Promise<User[]> {
  const { rows } = await db.query<ListedRow>(
    `select u.id, u.email, u.name, u.role, u.password_hash is not null
         or exists (select from user_identities i where i.user_id = u.id) as active, u.created_at,
       coalesce(array_agg(p.project_id) filter (where p.project_id is not null), '{}') as projects
     from users u left join user_projects p on p.user_id = u.id group by u.id order by u.created_at, u.id`,
  )
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    projects: row.projects,
    active: row.active,
    createdAt: row.created_at,
  }))
}

/**
 * A one-time token; only its hash is stored, with the person's role at this moment. userId null: the person who opens
 * it becomes the first admin. by null: the operator created it.
 */
export async function createInvitation(
  db: Queryable,
  made: { userId: string | null; by: string | null; hours: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into invitations (token_hash, user_id, made_by, role, expires_at)
     select $1::bytea, asked.id, $3::uuid, u.role, now() + make_interval(hours => $4)
     from (select $2::uuid as id) asked left join users u on u.id = asked.id`,
    [hashToken(token), made.userId, made.by, made.hours],
  )
  return token
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether an admin can sign in, `byProvider` counted where there is one. */
export async function hasAdmin(db: Queryable, byProvider: boolean): Promise<boolean> {
  const { rows } = await db.query<{ yes: boolean }>(
    `select exists (select 1 from users u where role = 'admin' and not disabled and (password_hash is not null
       or $1 and exists (select from user_identities i where i.user_id = u.id))) as yes`,
    [byProvider],
  )
  return rows[0].yes
}

/**
 * Gives people of earlier versions the skeleton of their email. Returns how many have none because the email of another
 * person looks the same: they can still sign in, but nothing else distinguishes the two.
 */
export async function fillEmailSkeletons(db: Queryable): Promise<number> {
  const { rows } = await db.query<Pick<UserRow, 'id' | 'email'>>(
    'select id, email from users where email_skeleton is null order by created_at, id',
  )
  let alike = 0
  for (const { id, email } of rows) {
    const skeleton = emailSkeleton(email)
    const { rowCount } = await db.query(
      `update users set email_skeleton = $2, email = $3
       where id = $1 and not exists (select from users u where u.email_skeleton = $2)`,
      [id, skeleton, normalEmail(email) ?? email],
    )
    if (rowCount === 0) alike++
  }
  return alike
}
