import { normalEmail } from '../../model/people/email.ts'
import { type Grant, grantOf, type RoleMap } from '../../model/people/roleMap.ts'
import {
  existingProjects,
  type KnownPerson,
  linkIdentity,
  personOfEmail,
  personOfIdentity,
} from '../../store/cluster/people/identities.ts'
import { endInvitations } from '../../store/cluster/people/invitations.ts'
import { findPerson, updatePerson } from '../../store/cluster/people/people.ts'
import { endSessions } from '../../store/cluster/people/sessions.ts'
import { createUser } from '../../store/cluster/people/users.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'

/** A person as an identity provider describes them. */
export interface Claims {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
  groups: string[]
}

/** Why a person whom the provider knows is not let in; the page says it in words. */
export type SignInRefusal = 'NO_ACCESS' | 'EMAIL_NOT_VERIFIED' | 'EMAIL_OF_ADMIN' | 'PERSON_DEACTIVATED'

type Admission = { userId: string } | { refusal: SignInRefusal }

/**
 * Finds or makes the person behind an identity, and gives the role and projects that their groups have now. An account
 * that was there before is taken over by a verified email alone, and never that of an admin. Groups without a role end
 * the sessions that are open.
 */
export function admitPerson(pool: Pool, map: RoleMap, claims: Claims, address: string): Promise<Admission> {
  const grant = grantOf(map, claims.groups)
  return withTransaction(pool, async (db) => {
    const known = await personOfIdentity(db, claims)
    if (!grant) {
      if (known) await endSessions(db, known.id, null)
      return { refusal: 'NO_ACCESS' }
    }
    const found = known ? { person: known } : await linkPerson(db, claims, grant, address)
    if ('refusal' in found) return found
    const { person } = found
    if (person.disabled) return { refusal: 'PERSON_DEACTIVATED' }
    await applyGrant(db, person, grant, { name: person.name ?? claims.name, address })
    return { userId: person.id }
  })
}

/** Links an identity that is new to a person, who is made where there is none. */
async function linkPerson(
  db: Queryable,
  claims: Claims,
  grant: Grant,
  address: string,
): Promise<{ person: KnownPerson } | { refusal: SignInRefusal }> {
  const email = claims.email === null ? null : normalEmail(claims.email)
  if (email === null || !claims.emailVerified) return { refusal: 'EMAIL_NOT_VERIFIED' }
  const there = await personOfEmail(db, email)
  if (there?.role === 'admin') return { refusal: 'EMAIL_OF_ADMIN' }
  const id = there?.id ?? (await createUser(db, { email, name: claims.name, role: grant.role, projects: [] }))
  // Another sign-in made the same person just now.
  if (id === null) return { refusal: 'EMAIL_NOT_VERIFIED' }
  await linkIdentity(db, claims, id)
  // From now on the provider vouches for this person: no link chooses a password besides.
  await endInvitations(db, id)
  await recordAudit(
    db,
    { type: 'user', id, address },
    {
      projectId: null,
      action: 'user.link_identity',
      object: id,
      after: { issuer: claims.issuer, subject: claims.subject, existed: there !== null },
    },
  )
  return { person: there ?? { id, role: grant.role, disabled: false, name: claims.name } }
}

async function applyGrant(
  db: Queryable,
  person: KnownPerson,
  grant: Grant,
  { name, address }: { name: string | null; address: string },
): Promise<void> {
  const projects = await existingProjects(db, grant.projects === '*' ? null : grant.projects)
  const shown = async () => {
    const now = await findPerson(db, person.id)
    return { name: now?.name, role: now?.role, projects: now?.projects }
  }
  const before = await shown()
  await updatePerson(db, person.id, { name, role: grant.role, projects })
  const by = { type: 'service', id: null, address } as const
  const after = await shown()
  await recordDifference(db, by, { projectId: null, action: 'user.change', object: person.id, before, after })
}
