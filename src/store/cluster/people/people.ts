import type { LanguageCode } from '../../../model/language.ts'
import { emailSkeleton } from '../../../model/people/email.ts'
import type { Role } from '../../../model/permissions.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { endInvitations } from './invitations.ts'
import { endSessions } from './sessions.ts'
import type { UserRow } from './users.ts'

/** A person as the console shows them. */
export interface PersonEntry {
  userId: string
  email: string
  name: string | null
  role: Role
  projects: string[]
  state: 'active' | 'invited' | 'disabled'
  /** In which the person last used the pages; null: not known. */
  language: LanguageCode | null
  createdAt: Date
  lastSeenAt: Date | null
}

type PersonRow = Pick<UserRow, 'id' | 'email' | 'name' | 'role' | 'language' | 'created_at'> & {
  state: PersonEntry['state']
  projects: string[]
  last_seen_at: Date | null
}

const SELECT = `select u.id, u.email, u.name, u.role, u.language, u.created_at,
    case when u.disabled then 'disabled' when u.password_hash is null
      and not exists (select from user_identities i where i.user_id = u.id) then 'invited' else 'active' end as state,
    coalesce((select array_agg(p.project_id order by p.project_id) from user_projects p where p.user_id = u.id), '{}')
      as projects,
    (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
  from users u`

/** Everybody, or those who share one of these projects. */
export async function listPeople(db: Queryable, inProjects: readonly string[] | null): Promise<PersonEntry[]> {
  const { rows } = await db.query<PersonRow>(
    `${SELECT} where $1::uuid[] is null
       or exists (select 1 from user_projects p where p.user_id = u.id and p.project_id = any($1))
     order by u.created_at, u.id`,
    [inProjects],
  )
  return rows.map(personOf)
}

export async function findPerson(db: Queryable, userId: string): Promise<PersonEntry | null> {
  const { rows } = await db.query<PersonRow>(`${SELECT} where u.id = $1`, [userId])
  return rows[0] ? personOf(rows[0]) : null
}

/** Whether a person with this email, or one that looks like it, shares one of these projects. */
export async function emailIsIn(db: Queryable, email: string, inProjects: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from users u join user_projects p on p.user_id = u.id
     where (u.email_skeleton = $1 or lower(u.email) = lower($2)) and p.project_id = any($3) limit 1`,
    [emailSkeleton(email), email, inProjects],
  )
  return rowCount === 1
}

/** False for a deactivated or deleted person. */
export async function personSeesProject(db: Queryable, userId: string, projectId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from users u where u.id = $1::uuid and not u.disabled and (u.role = 'admin' or exists (
       select from user_projects p where p.user_id = u.id and p.project_id = $2))`,
    [userId, projectId],
  )
  return rowCount === 1
}

/** For signing in; null if the email is unknown or the person deactivated. */
export async function findCredentials(
  db: Queryable,
  email: string,
): Promise<{ userId: string; passwordHash: string | null } | null> {
  const { rows } = await db.query<Pick<UserRow, 'id' | 'password_hash'>>(
    'select id, password_hash from users where lower(email) = lower($1) and not disabled',
    [email],
  )
  return rows[0] ? { userId: rows[0].id, passwordHash: rows[0].password_hash } : null
}

export async function passwordHashOf(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<Pick<UserRow, 'password_hash'>>('select password_hash from users where id = $1', [
    userId,
  ])
  return rows[0]?.password_hash ?? null
}

/** A password that the person chose while signed in; links to choose another one end. The caller holds the transaction. */
export async function setPasswordHash(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db.query(
    `update users set password_hash = $2, password_set_at = now(), password_reset = false, password_reset_by = null
     where id = $1`,
    [userId, passwordHash],
  )
  await endInvitations(db, userId)
}

/** When the password was set, and by whose link where another one was replaced. */
export interface PasswordChange {
  setAt: Date | null
  /** Whether it was set by a link that replaced an earlier password. */
  wasReset: boolean
  /** Name or email of who made that link; null: the operator, by the admin key. */
  resetBy: string | null
}

export async function passwordNewsOf(db: Queryable, userId: string): Promise<PasswordChange> {
  const { rows } = await db.query<Pick<UserRow, 'password_set_at' | 'password_reset'> & { reset_by: string | null }>(
    `select u.password_set_at, u.password_reset, coalesce(m.name, m.email) as reset_by
     from users u left join users m on m.id = u.password_reset_by where u.id = $1`,
    [userId],
  )
  const row = rows[0]
  return { setAt: row?.password_set_at ?? null, wasReset: row?.password_reset ?? false, resetBy: row?.reset_by ?? null }
}

export interface PersonChange {
  /** null takes it away. */
  name?: string | null
  role?: Role
  disabled?: boolean
  language?: LanguageCode
  /** The complete new list. */
  projects?: readonly string[]
}

/**
 * The caller holds the transaction. Absent members stay unchanged. A change of role, projects or activation ends the
 * links with which the person could set a password, since they were created for the earlier rights.
 */
export async function updatePerson(db: Queryable, userId: string, change: PersonChange): Promise<void> {
  const { rows } = await db.query<Pick<UserRow, 'role'>>('select role from users where id = $1 for update', [userId])
  await db.query(
    `update users set name = case when $5 then $2 else name end, role = coalesce($3, role),
       disabled = coalesce($4, disabled), language = coalesce($6, language) where id = $1`,
    [userId, change.name, change.role, change.disabled, change.name !== undefined, change.language],
  )
  let moved = change.role !== undefined && change.role !== rows[0]?.role
  if (change.projects) moved = (await setProjects(db, userId, change.projects)) || moved
  if (moved || change.disabled) await endInvitations(db, userId)
  if (change.disabled) await endSessions(db, userId, null)
}

/** Whether that changed anything. */
async function setProjects(db: Queryable, userId: string, projects: readonly string[]): Promise<boolean> {
  const left = await db.query('delete from user_projects where user_id = $1 and project_id <> all($2)', [
    userId,
    projects,
  ])
  const joined = await db.query(
    'insert into user_projects (user_id, project_id) select $1, unnest($2::uuid[]) on conflict do nothing',
    [userId, projects],
  )
  return (left.rowCount ?? 0) + (joined.rowCount ?? 0) > 0
}

/** Admins who can sign in, locked so that two who demote each other cannot leave none. */
export async function lockAdmins(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<Pick<UserRow, 'id'>>(
    `select id from users where role = 'admin' and not disabled and password_hash is not null order by id for update`,
  )
  return rows.map((row) => row.id)
}

function personOf(row: PersonRow): PersonEntry {
  return {
    userId: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    projects: row.projects,
    state: row.state,
    language: row.language,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }
}
