import { emailSkeleton } from '../../../model/people/email.ts'
import type { Queryable } from '../../postgres/pools.ts'
import type { UserRow } from './users.ts'

/** A person at an OpenID provider. */
export interface Identity {
  issuer: string
  subject: string
}

export type KnownPerson = Pick<UserRow, 'id' | 'role' | 'disabled' | 'name'>

const PERSON = 'u.id, u.role, u.disabled, u.name'

/** The person whom an identity signs in, locked until the caller's transaction ends. */
export async function personOfIdentity(db: Queryable, { issuer, subject }: Identity): Promise<KnownPerson | null> {
  const { rows } = await db.query<KnownPerson>(
    `select ${PERSON} from user_identities i join users u on u.id = i.user_id
     where i.issuer = $1 and i.subject = $2 for update of u`,
    [issuer, subject],
  )
  return rows[0] ?? null
}

/** The person with this email, or one that looks like it, locked. */
export async function personOfEmail(db: Queryable, email: string): Promise<KnownPerson | null> {
  const { rows } = await db.query<KnownPerson>(
    `select ${PERSON} from users u where u.email_skeleton = $1 or lower(u.email) = lower($2)
     order by lower(u.email) = lower($2) desc limit 1 for update`,
    [emailSkeleton(email), email],
  )
  return rows[0] ?? null
}

export async function linkIdentity(db: Queryable, { issuer, subject }: Identity, userId: string): Promise<void> {
  await db.query('insert into user_identities (issuer, subject, user_id) values ($1, $2, $3)', [
    issuer,
    subject,
    userId,
  ])
}

/** Those of the ids that are projects; null: all projects. */
export async function existingProjects(db: Queryable, ids: readonly string[] | null): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from projects where $1::uuid[] is null or id = any($1)', [
    ids,
  ])
  return rows.map(({ id }) => id)
}
