import type { AuditActor } from '../../model/audit.ts'
import type { LanguageCode } from '../../model/language.ts'
import type { Role } from '../../model/permissions.ts'
import {
  createFirstAdmin,
  lockInvitation,
  replaceInvitation,
  setPasswordByLink,
} from '../../store/cluster/people/invitations.ts'
import { putKeyBindings, type StoredKeys } from '../../store/cluster/people/keyBindings.ts'
import {
  findPerson,
  lockAdmins,
  type PersonChange,
  type PersonEntry,
  setPasswordHash,
  updatePerson,
} from '../../store/cluster/people/people.ts'
import { endSessions, type Session } from '../../store/cluster/people/sessions.ts'
import { createInvitation, createUser, hasAdmin } from '../../store/cluster/people/users.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import { WorkflowRefusal } from '../refusal.ts'

const INVITATION_HOURS = 7 * 24
/** For people who have a password: everyone with such a link could sign in as them. */
const RESET_HOURS = 1

export const linkIsSpent = () =>
  new WorkflowRefusal('resource_error', 'this link was used, has expired or is incomplete; ask for a new one', {
    meta: { reason: 'LINK_INVALID' },
  })

const ofPerson = <Action extends string>(action: Action, object: string) => ({ projectId: null, action, object })
const makerOf = (by: AuditActor): string | null => (by.type === 'user' ? by.id : null)
/** People who are not signed in yet act for themselves, known by their link. */
const byThemselves = (id: string, address: string): AuditActor => ({ type: 'user', id, address })

/** Makes a person, who chooses a password by the link of the token; null when the email is taken. */
export function invitePerson(
  pool: Pool,
  by: AuditActor,
  made: { email: string; name: string | null; role: Role; projects: readonly string[] },
): Promise<{ userId: string; token: string } | null> {
  return withTransaction(pool, async (db) => {
    const userId = await createUser(db, made)
    if (!userId) return null
    const { email, role, projects } = made
    await recordAudit(db, by, { ...ofPerson('user.invite', userId), after: { email, role, projects } })
    return { userId, token: await createInvitation(db, { userId, by: makerOf(by), hours: INVITATION_HOURS }) }
  })
}

/** Replaces the link of a person; one who has a password may choose another one by it. Answers its token. */
export function renewInvitation(pool: Pool, by: AuditActor, { userId, email, state }: PersonEntry): Promise<string> {
  const hasPassword = state === 'active'
  return withTransaction(pool, async (db) => {
    await recordAudit(db, by, {
      ...ofPerson('user.invite_again', userId),
      after: { email, has_password: hasPassword },
    })
    return replaceInvitation(db, userId, { by: makerOf(by), hours: hasPassword ? RESET_HOURS : INVITATION_HOURS })
  })
}

/** The person of an invitation chooses a password. Answers who it is. @throws WorkflowRefusal for a link that was used */
export function acceptInvitation(
  pool: Pool,
  token: string,
  address: string,
  made: { passwordHash: string; name: string | null },
): Promise<string> {
  return withTransaction(pool, async (db) => {
    const userId = (await lockInvitation(db, token))?.userId
    if (!userId) throw linkIsSpent()
    await setPasswordByLink(db, token, userId, made)
    await recordAudit(db, byThemselves(userId, address), ofPerson('user.accept_invitation', userId))
    return userId
  })
}

/**
 * Makes the first admin by the link that the service printed; null when the email is taken. `hasProvider`: whether
 * admins may sign in by an OpenID provider.
 */
export function setUpFirstAdmin(
  pool: Pool,
  token: string,
  address: string,
  made: { email: string; name: string | null; passwordHash: string },
  hasProvider: boolean,
): Promise<string | null> {
  return withTransaction(pool, async (db) => {
    if (!(await lockInvitation(db, token)) || (await hasAdmin(db, hasProvider))) throw linkIsSpent()
    const userId = await createFirstAdmin(db, made)
    if (userId) await recordAudit(db, byThemselves(userId, address), ofPerson('user.set_up', userId))
    return userId
  })
}

/** Changes what is given of a person; the rest stays, and so does the last admin. */
export function changePerson(pool: Pool, by: AuditActor, person: PersonEntry, changes: PersonChange): Promise<void> {
  return withTransaction(pool, async (db) => {
    const admins = await lockAdmins(db)
    const staysAdmin = (changes.role ?? person.role) === 'admin' && changes.disabled !== true
    if (admins.length === 1 && admins[0] === person.userId && !staysAdmin)
      throw new WorkflowRefusal('CONFLICT', 'the last admin cannot be removed', { meta: { reason: 'LAST_ADMIN' } })
    const before = (await findPerson(db, person.userId)) ?? person
    await updatePerson(db, person.userId, changes)
    const after = (await findPerson(db, person.userId)) ?? person
    await recordDifference(db, by, {
      ...ofPerson('user.change', person.userId),
      before: auditedPerson(before),
      after: auditedPerson(after),
    })
  })
}

const auditedPerson = ({ email, name, role, projects, state }: PersonEntry) => ({
  email,
  name,
  role,
  projects: projects.toSorted(),
  deactivated: state === 'disabled',
})

/** Changes a person's own name, or the language of their emails. */
export function changeAccount(
  pool: Pool,
  by: AuditActor,
  { userId, name: before }: Pick<Session, 'userId' | 'name'>,
  changes: { name?: string | null; language?: LanguageCode },
): Promise<void> {
  return withTransaction(pool, async (db) => {
    await updatePerson(db, userId, changes)
    const { name: after = before } = changes
    await recordDifference(db, by, {
      ...ofPerson('user.change', userId),
      before: { name: before },
      after: { name: after },
    })
  })
}

/** Replaces a person's own password, and ends all of their sessions but this one. */
export function changePassword(
  pool: Pool,
  by: AuditActor,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
  passwordHash: string,
): Promise<void> {
  return withTransaction(pool, async (db) => {
    await setPasswordHash(db, userId, passwordHash)
    await endSessions(db, userId, tokenHash)
    await recordAudit(db, by, ofPerson('user.change_password', userId))
  })
}

/** Keeps a person's own keys with the account. They replace all that were kept before. */
export const changeKeyBindings = (pool: Pool, userId: string, bindings: StoredKeys): Promise<void> =>
  putKeyBindings(pool, userId, bindings)
