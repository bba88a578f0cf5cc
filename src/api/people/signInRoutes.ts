import { type MeAnswer, peopleEndpoints } from '../../contract/people.ts'
import { findInvitation } from '../../store/cluster/people/invitations.ts'
import { createSession, endSession } from '../../store/cluster/people/sessions.ts'
import { acceptInvitation, linkIsSpent, setUpFirstAdmin } from '../../workflow/people/people.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { clearSessionCookie, deviceToken, setDeviceCookie, setSessionCookie } from '../http/cookie.ts'
import { type Exchange, type Route, route } from '../http/route.ts'
import { readEmail, readName, refuseWeakPassword } from '../signIn/personFields.ts'
import { meOf } from './me.ts'

/** Signing in and out, and the two links that make people: the first admin's, and an invitation. */
export function signInRoutes(context: ApiContext): Route[] {
  const { pool } = context
  const signIn = async ({ request, reply }: Exchange, userId: string): Promise<MeAnswer> => {
    const me = await meOf(pool, userId)
    setSessionCookie(reply, context.baseUrl(), await createSession(pool, userId))
    setDeviceCookie(reply, context.baseUrl(), await context.signIns.remember(userId, me.email, request.ip))
    return me
  }
  return [
    route(peopleEndpoints.signIn, {
      handle: async ({ body, request, reply }) => {
        if (!context.config.passwordSignIn)
          throw new ApiError('unauthorized', 'signing in by password is disabled', { meta: { reason: 'PASSWORD_OFF' } })
        reply.headers(context.limits.take(`sign-in ${request.ip}`, performance.now()))
        const visitor = { address: request.ip, deviceToken: deviceToken(request, context.baseUrl()) }
        const userId = await context.signIns.signIn(body.email.normalize('NFC'), body.password, visitor)
        if (!userId)
          throw new ApiError('auth-failure', 'wrong email or password', { meta: { reason: 'WRONG_PASSWORD' } })
        return signIn({ request, reply }, userId)
      },
    }),
    route(peopleEndpoints.signOut, {
      handle: async ({ session, reply }) => {
        await endSession(pool, session.tokenHash)
        context.sessions.forget()
        clearSessionCookie(reply, context.baseUrl())
        return {}
      },
    }),
    route(peopleEndpoints.setUp, {
      handle: async ({ body, request, reply }) => {
        const person = { email: readEmail(body.email), name: readName(body.name) }
        refuseWeakPassword('password', body.password, person)
        const invitation = await findInvitation(pool, body.token)
        if (!invitation || invitation.userId !== null) throw linkIsSpent()
        const passwordHash = await context.signIns.hash(body.password, 'the first admin')
        const made = { ...person, passwordHash }
        const userId = await setUpFirstAdmin(pool, body.token, request.ip, made, context.openId !== null)
        if (!userId)
          throw new ApiError('CONFLICT', 'a person with this email exists already', { meta: { reason: 'EMAIL_TAKEN' } })
        return signIn({ request, reply }, userId)
      },
    }),
    ...invitationRoutes(context, signIn),
  ]
}

function invitationRoutes(
  { pool, sessions, signIns }: ApiContext,
  signIn: (exchange: Exchange, userId: string) => Promise<MeAnswer>,
): Route[] {
  return [
    route(peopleEndpoints.getInvitation, {
      handle: async ({ body }) => {
        const invitation = await findInvitation(pool, body.token)
        if (!invitation?.userId) throw linkIsSpent()
        return { email: invitation.email, name: invitation.name, role: invitation.role }
      },
    }),
    route(peopleEndpoints.acceptInvitation, {
      handle: async ({ body, request, reply }) => {
        const open = await findInvitation(pool, body.token)
        if (!open?.userId || open.email === null) throw linkIsSpent()
        const name = readName(body.name)
        refuseWeakPassword('password', body.password, { email: open.email, name: name ?? open.name })
        const passwordHash = await signIns.hash(body.password, open.userId)
        const userId = await acceptInvitation(pool, body.token, request.ip, { passwordHash, name })
        sessions.forget()
        return signIn({ request, reply }, userId)
      },
    }),
  ]
}
