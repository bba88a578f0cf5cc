import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { MAX_PASSWORD_LENGTH, type Me, MIN_PASSWORD_LENGTH } from '../../formats/workbench/people.ts'
import {
  acceptInvitation,
  createFirstAdmin,
  findInvitation,
  lockInvitation,
} from '../../store/cluster/people/invitations.ts'
import { hashPassword, isPassword } from '../../store/cluster/people/passwordHash.ts'
import { findCredentials } from '../../store/cluster/people/people.ts'
import { createSession, endSession } from '../../store/cluster/people/sessions.ts'
import { beginTry, forgiveTry, subjectsOf } from '../../store/cluster/people/signInFailures.ts'
import { hasAdmin } from '../../store/cluster/people/users.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { EMAIL_PATTERN } from '../admin/userRoutes.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { clearSessionCookie, setSessionCookie } from './cookie.ts'
import { meOf } from './me.ts'

const Token = Type.String({ minLength: 1, maxLength: 200 })
const Name = Type.Optional(Type.String({ maxLength: 256 }))
export const NewPassword = Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH })

const linkIsSpent = () =>
  new ApiError('resource_error', 'this link was used already, has run out, or is not whole; ask for a new one')

/** Signing in and out, and the two links that make people: the first admin's, and an invitation. */
export function signInRoutes(context: ApiContext): Route[] {
  const { pool } = context
  const signIn = async (reply: FastifyReply, userId: string): Promise<Me> => {
    setSessionCookie(reply, context.baseUrl(), await createSession(pool, userId))
    return meOf(pool, userId)
  }
  return [
    route({
      method: 'POST',
      paths: ['/api/sign-in'],
      access: 'public',
      tag: 'pages',
      summary: 'Sign in',
      body: Type.Object({
        email: Type.String({ maxLength: 320 }),
        password: Type.String({ maxLength: MAX_PASSWORD_LENGTH }),
      }),
      handle: async ({ body, request, reply }) => {
        const waitSeconds = await beginTry(pool, subjectsOf(body.email, request.ip))
        if (waitSeconds > 0) throw tooManyTries(waitSeconds)
        const found = await findCredentials(pool, body.email)
        const isRight = await isPassword(body.password, found?.passwordHash ?? null)
        if (!found || !isRight) throw new ApiError('auth-failure', 'e-mail or password is wrong')
        await forgiveTry(pool, body.email, request.ip)
        return signIn(reply, found.userId)
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/sign-out'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'End this session',
      handle: async ({ session, reply }) => {
        await endSession(pool, session.tokenHash)
        context.sessions.forget()
        clearSessionCookie(reply, context.baseUrl())
        return {}
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/setup'],
      access: 'public',
      tag: 'pages',
      summary: 'Become the first admin by the link that the service printed',
      body: Type.Object({
        token: Token,
        email: Type.String({ pattern: EMAIL_PATTERN }),
        name: Name,
        password: NewPassword,
      }),
      handle: async ({ body, reply }) => {
        const invitation = await findInvitation(pool, body.token)
        if (!invitation || invitation.userId !== null) throw linkIsSpent()
        const passwordHash = await hashPassword(body.password)
        const userId = await withTransaction(pool, async (client) => {
          const still = await lockInvitation(client, body.token)
          if (!still || (await hasAdmin(client))) throw linkIsSpent()
          return createFirstAdmin(client, { email: body.email, name: body.name ?? null, passwordHash })
        })
        if (!userId) throw new ApiError('CONFLICT', 'a person with this e-mail is known already')
        return signIn(reply, userId)
      },
    }),
    ...invitationRoutes(context, signIn),
  ]
}

function invitationRoutes(
  { pool, sessions }: ApiContext,
  signIn: (reply: FastifyReply, userId: string) => Promise<Me>,
): Route[] {
  return [
    route({
      method: 'POST',
      paths: ['/api/invitation'],
      access: 'public',
      tag: 'pages',
      summary: 'Whom an invitation is for',
      body: Type.Object({ token: Token }),
      handle: async ({ body }) => {
        const invitation = await findInvitation(pool, body.token)
        if (!invitation?.userId) throw linkIsSpent()
        return { email: invitation.email, name: invitation.name, role: invitation.role }
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/invitation/accept'],
      access: 'public',
      tag: 'pages',
      summary: 'Accept an invitation with a password of one’s own',
      body: Type.Object({ token: Token, name: Name, password: NewPassword }),
      handle: async ({ body, reply }) => {
        if (!(await findInvitation(pool, body.token))?.userId) throw linkIsSpent()
        const passwordHash = await hashPassword(body.password)
        const userId = await withTransaction(pool, async (client) => {
          const invitation = await lockInvitation(client, body.token)
          if (!invitation?.userId) throw linkIsSpent()
          await acceptInvitation(client, body.token, invitation.userId, { passwordHash, name: body.name ?? null })
          return invitation.userId
        })
        sessions.forget()
        return signIn(reply, userId)
      },
    }),
  ]
}

const tooManyTries = (seconds: number) =>
  new ApiError('rate_limited', `too many tries; wait ${seconds} s`, { headers: { 'retry-after': String(seconds) } })
