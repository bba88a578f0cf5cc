import { randomBytes, randomUUID } from 'node:crypto'
import { type PersonAnswer, peopleEndpoints } from '../../contract/people.ts'
import { isoTime, isoTimeOrNull } from '../../formats/isoTime.ts'
import type { Role } from '../../model/permissions.ts'
import { isUuid } from '../../model/uuid.ts'
import { emailIsIn, findPerson, listPeople, type PersonEntry } from '../../store/cluster/people/people.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { changePerson, renewInvitation } from '../../workflow/people/people.ts'
import {
  mayChangePerson,
  mayGiveRole,
  mayRenewLink,
  projectsSeenBy,
  seesPerson,
  seesProject,
} from '../../workflow/policies/people.ts'
import { emailTaken, inviteByLink, inviteUrl } from '../admin/userRoutes.ts'
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
        const made = await inviteByLink(context, body, by)
        if (made) return made
        // A manager must not learn about people of only other projects, not even whether they exist: the answer is that
        // of an invitation, and its link opens nothing. An admin can give such a person more projects.
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
        await changePerson(pool, by, person, { ...body, name: readName(body.name) ?? undefined, projects })
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
        if (!mayRenewLink(session, person, person.state === 'active')) throw mayNot()
        const token = await renewInvitation(pool, by, person)
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

/** A manager sees only the projects that they are in themselves. */
const personRow = (session: Session, person: PersonEntry): PersonAnswer => ({
  userId: person.userId,
  email: person.email,
  name: person.name,
  role: person.role,
  state: person.state,
  projects: person.projects.filter((projectId) => seesProject(session, projectId)),
  createdAt: isoTime(person.createdAt),
  lastSeenAt: isoTimeOrNull(person.lastSeenAt),
})
