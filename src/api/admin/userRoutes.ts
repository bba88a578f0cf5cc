import { installationEndpoints } from '../../contract/installation.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime } from '../../formats/isoTime.ts'
import type { AuditActor } from '../../model/audit.ts'
import type { Role } from '../../model/permissions.ts'
import { listUsers } from '../../store/cluster/people/users.ts'
import { invitePerson } from '../../workflow/people/people.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'
import { readEmail, readName } from '../signIn/personFields.ts'

export function userRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(installationEndpoints.createUser, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ body, by }) => {
        const made = await inviteByLink(context, body, by)
        if (!made) throw emailTaken(body.email)
        return { user_id: made.userId, invite_url: made.inviteUrl }
      },
    }),
    route(installationEndpoints.listUsers, {
      handle: async () => ({
        users: (await listUsers(pool)).map((user) => ({
          user_id: user.userId,
          email: user.email,
          name: user.name,
          role: user.role,
          projects: user.projects,
          active: user.active,
          created_at: isoTime(user.createdAt),
        })),
      }),
    }),
  ]
}

/** Makes a person who is to choose a password by the link that is answered; null when the email is taken. */
export async function inviteByLink(
  context: ApiContext,
  person: { email: string; role: Role; name?: string; projects?: readonly string[] },
  by: AuditActor,
): Promise<{ userId: string; inviteUrl: string } | null> {
  const email = readEmail(person.email)
  const projects = person.projects ?? []
  for (const [index, projectId] of projects.entries()) {
    if (await context.projects.exists(projectId)) continue
    throw new ApiError('GE_0002', 'there is no such project', {
      failures: [faultAt(`projects[${index}]`, 'UNKNOWN', 'the id of a project', projectId)],
    })
  }
  const { role } = person
  const made = await invitePerson(context.pool, by, { email, name: readName(person.name), role, projects })
  if (!made) return null
  return { userId: made.userId, inviteUrl: inviteUrl(context, made.token) }
}

export const inviteUrl = (context: ApiContext, token: string): string => `${context.baseUrl()}/invite#token=${token}`

export const emailTaken = (email: string) =>
  new ApiError('CONFLICT', 'a person with this email, or one that looks like it, exists already', {
    meta: { reason: 'EMAIL_TAKEN' },
    failures: [faultAt('email', 'DUPLICATE', 'an email that no other person has', email)],
  })
