import { randomBytes } from 'node:crypto'
import type { Role } from '../../../model/permissions.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { hashToken, type UserRow } from './users.ts'

/** Who is signed in, as every call needs it. */
export interface Session {
  tokenHash: Buffer
  userId: string
  email: string
  name: string | null
  role: Role
  /** The projects that a person who is not an admin may see. */
  projects: ReadonlySet<string>
  /** Whether it was noted some minutes ago, by the database's clock, that it is in use. */
  isStale: boolean
}

export const SESSION_DAYS = 30
const IDLE_DAYS = 7
const NOTED_MINUTES = 5

/** The token is returned only here; the database stores its hash. */
export async function createSession(db: Queryable, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + make_interval(days => $3))`,
    [hashToken(token), userId, SESSION_DAYS],
  )
  return token
}

type SessionRow = Pick<UserRow, 'id' | 'email' | 'name' | 'role'> & { projects: string[]; is_stale: boolean }

/** Null for a session that ended, was idle for a week, or belongs to a deactivated person. */
export async function findSession(db: Queryable, token: string): Promise<Session | null> {
  const tokenHash = hashToken(token)
  const { rows } = await db.query<SessionRow>({
    name: 'find-session',
    text: `select u.id, u.email, u.name, u.role,
        s.last_seen_at < now() - make_interval(mins => $3) as is_stale,
        coalesce((select array_agg(p.project_id) from user_projects p where p.user_id = u.id), '{}') as projects
      from sessions s join users u on u.id = s.user_id
      where s.token_hash = $1 and s.expires_at > now() and s.last_seen_at > now() - make_interval(days => $2)
        and not u.disabled`,
    values: [tokenHash, IDLE_DAYS, NOTED_MINUTES],
  })
  const row = rows[0]
  if (!row) return null
  return {
    tokenHash,
    userId: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    projects: new Set(row.projects),
    isStale: row.is_stale,
  }
}

export async function touchSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query('update sessions set last_seen_at = now() where token_hash = $1', [tokenHash])
}

export async function endSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query('delete from sessions where token_hash = $1', [tokenHash])
}

/** All sessions of a person but this one; null ends them all. */
export async function endSessions(db: Queryable, userId: string, except: Buffer | null): Promise<void> {
  await db.query('delete from sessions where user_id = $1 and ($2::bytea is null or token_hash <> $2)', [
    userId,
    except,
  ])
}
