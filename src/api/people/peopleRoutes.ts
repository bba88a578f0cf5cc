import { randomBytes, randomUUID } from 'node:crypto'
import { peopleEndpoints } from '../../contract/people.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import type { PersonRow } from '../../formats/workbench/people.ts'
import type { AuditActor } from '../../model/audit.ts'
import type { Role } from '../../model/permissions.ts'
import { isUuid } from '../../model/uuid.ts'
import { renewInvitation } from '../../store/cluster/people/invitations.ts'
import {
  changePerson,
  emailIsIn,
  findPerson,
  listPeople,
  lockAdmins,
  type PersonChange,
  type PersonEntry,
} from '../../store/cluster/people/people.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import {
  mayChangePerson,
  mayGiveRole,
  mayRenewLink,
  projectsSeenBy,
  seesPerson,
  seesProject,
} from '../../workflow/policies/people.ts'
import { emailTaken, INVITATION_HOURS, invitePerson, inviteUrl, RESET_HOURS } from '../admin/userRoutes.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'
import { mayNot } from '../http/sessionCheck.ts'
import { readName } from '../signIn/personFields.ts'

/** Managers see and change those below them, in the projects that they share. */
export function peopleRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(peopleEndpoints.listPeople, {
      handle: async ({ session }) => {
        const people = await listPeople(pool, projectsSeenBy(session))
        return { people: people.map((person) => personRow(session, person)) }
      },
    }),
    route(peopleEndpoints.invitePerson, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ body, session, by }) => {
        refuseRole(session, body.role)
        refuseForeignProjects(session, body.projects)
        const made = await invitePerson(context, body, by)
        if (made) return made
        // People of other projects alone are none of a manager's business, not even whether they exist: the answer is
        // that of an invitation, and its link opens nothing. An admin can give such a person more projects.
        const among = projectsSeenBy(session)
        const isSeen = among === null || (await emailIsIn(pool, body.email, among))
        if (isSeen) throw emailTaken(body.email)
        return { userId: randomUUID(), inviteUrl: inviteUrl(context, randomBytes(32).toString('base64url')) }
      },
    }),
    route(peopleEndpoints.changePerson, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ body, session, params, by }) => {
        const person = await reachable(context, session, params.uid)
        if (body.role !== undefined) refuseRole(session, body.role)
        const projects = body.projects && mergedProjects(session, person, body.projects)
        await change(pool, by, person, { ...body, name: readName(body.name) ?? undefined, projects })
        context.sessions.forget()
        return personRow(session, (await findPerson(pool, person.userId))!)
      },
    }),
    route(peopleEndpoints.inviteAgain, {
      handle: async ({ session, params, by }) => {
        const person = await reachable(context, session, params.uid)
        if (person.state === 'disabled')
          throw new ApiError('CONFLICT', 'this person is deactivated; activate them first', {
            meta: { reason: 'PERSON_DEACTIVATED' },
          })
        const hasPassword = person.state === 'active'
        if (!mayRenewLink(session, person, hasPassword)) throw mayNot()
        const made = { by: session.userId, hours: hasPassword ? RESET_HOURS : INVITATION_HOURS }
        const token = await withTransaction(pool, async (client) => {
          const after = { email: person.email, has_password: hasPassword }
          await recordAudit(client, by, { projectId: null, action: 'user.invite_again', object: person.userId, after })
          return renewInvitation(client, person.userId, made)
        })
        return { inviteUrl: inviteUrl(context, token) }
      },
    }),
  ]
}

/** Throws 404 for a person that the caller may not see, 403 for one whose role is not below theirs. */
async function reachable({ pool }: ApiContext, session: Session, userId: string): Promise<PersonEntry> {
  const person = isUuid(userId) ? await findPerson(pool, userId.toLowerCase()) : null
  if (!person || !seesPerson(session, person)) throw new ApiError('resource_error', 'there is no such person')
  if (!mayChangePerson(session, person)) throw mayNot()
  return person
}

function refuseRole(session: Session, role: Role): void {
  if (!mayGiveRole(session, role)) throw mayNot()
}

function refuseForeignProjects(session: Session, projects: readonly string[]): void {
  if (!projects.every((projectId) => seesProject(session, projectId.toLowerCase()))) throw mayNot()
}

function mergedProjects(session: Session, person: PersonEntry, asked: readonly string[]): string[] {
  const wanted = asked.map((projectId) => projectId.toLowerCase())
  refuseForeignProjects(session, wanted)
  return [...new Set([...wanted, ...person.projects.filter((id) => !seesProject(session, id))])]
}

/** The last admin stays one. */
function change(pool: Pool, by: AuditActor, person: PersonEntry, changes: PersonChange): Promise<void> {
  return withTransaction(pool, async (client) => {
    const admins = await lockAdmins(client)
    const staysAdmin = (changes.role ?? person.role) === 'admin' && changes.disabled !== true
    if (admins.length === 1 && admins[0] === person.userId && !staysAdmin) {
      throw new ApiError('CONFLICT', 'the last admin cannot be removed', { meta: { reason: 'LAST_ADMIN' } })
    }
    const before = (await findPerson(client, person.userId)) ?? person
    await changePerson(client, person.userId, changes)
    const after = (await findPerson(client, person.userId)) ?? person
    await recordDifference(client, by, {
      projectId: null,
      action: 'user.change',
      object: person.userId,
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

/** A manager sees only the projects that they are in themselves. */
const personRow = (session: Session, person: PersonEntry): PersonRow => ({
  userId: person.userId,
  email: person.email,
  name: person.name,
  role: person.role,
  state: person.state,
  projects: person.projects.filter((projectId) => seesProject(session, projectId)),
  createdAt: isoTime(person.createdAt),
  lastSeenAt: isoTimeOrNull(person.lastSeenAt),
})
