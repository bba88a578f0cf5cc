import { installationEndpoints } from '../../contract/installation.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime } from '../../formats/isoTime.ts'
import type { AuditActor } from '../../model/audit.ts'
import type { Role } from '../../model/permissions.ts'
import { createInvitation, createUser, listUsers } from '../../store/cluster/people/users.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'
import { readEmail, readName } from '../signIn/personFields.ts'

export const INVITATION_HOURS = 7 * 24
/** For people who have a password: everyone with such a link could sign in as them. */
export const RESET_HOURS = 1

export function userRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route(installationEndpoints.createUser, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ body, by }) => {
        const made = await invitePerson(context, body, by)
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
export async function invitePerson(
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
  const made = await withTransaction(context.pool, async (client) => {
    const userId = await createUser(client, {
      email,
      name: readName(person.name),
      role: person.role,
      projects,
    })
    if (!userId) return null
    const after = { email, role: person.role, projects }
    await recordAudit(client, by, { projectId: null, action: 'user.invite', object: userId, after })
    const maker = by.type === 'user' ? by.id : null
    return { userId, token: await createInvitation(client, { userId, by: maker, hours: INVITATION_HOURS }) }
  })
  if (!made) return null
  return { userId: made.userId, inviteUrl: inviteUrl(context, made.token) }
}

export const inviteUrl = (context: ApiContext, token: string): string => `${context.baseUrl()}/invite#token=${token}`

export const emailTaken = (email: string) =>
  new ApiError('CONFLICT', 'a person with this email, or one that looks like it, exists already', {
    meta: { reason: 'EMAIL_TAKEN' },
    failures: [faultAt('email', 'DUPLICATE', 'an email that no other person has', email)],
  })
