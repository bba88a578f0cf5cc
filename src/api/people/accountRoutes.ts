import { Type } from 'typebox'
import { MAX_PASSWORD_LENGTH } from '../../formats/workbench/people.ts'
import { hashPassword, isPassword } from '../../store/cluster/people/passwordHash.ts'
import { changePerson, passwordHashOf, setPasswordHash } from '../../store/cluster/people/people.ts'
import { endSessions } from '../../store/cluster/people/sessions.ts'
import { beginTry, forgiveTry, subjectsOf } from '../../store/cluster/people/signInFailures.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { meOf } from './me.ts'
import { NewPassword } from './signInRoutes.ts'

/** What people may see and change of themselves. */
export function accountRoutes(context: ApiContext): Route[] {
  const { pool, sessions } = context
  return [
    route({
      method: 'GET',
      paths: ['/api/me'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Who is signed in',
      handle: ({ session }) => meOf(pool, session.userId),
    }),
    route({
      method: 'PATCH',
      paths: ['/api/me'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Change one’s own name',
      body: Type.Object({ name: Type.String({ maxLength: 256 }) }),
      handle: async ({ session, body }) => {
        await changePerson(pool, session.userId, { name: body.name })
        sessions.forget()
        return meOf(pool, session.userId)
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/me/password'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Change one’s own password; all other sessions end',
      body: Type.Object({ current: Type.String({ maxLength: MAX_PASSWORD_LENGTH }), next: NewPassword }),
      handle: async ({ session, body, request }) => {
        const { userId, email, tokenHash } = session
        // Somebody at an open screen must not be able to guess for as long as they like.
        const waitSeconds = await beginTry(pool, subjectsOf(email, request.ip))
        if (waitSeconds > 0) {
          throw new ApiError('rate_limited', `too many tries; wait ${waitSeconds} s`, {
            headers: { 'retry-after': String(waitSeconds) },
          })
        }
        if (!(await isPassword(body.current, await passwordHashOf(pool, userId)))) {
          throw new ApiError('GE_0002', 'the current password is wrong', {
            failures: [{ field: 'current', type: 'INVALID_VALUE' }],
          })
        }
        await forgiveTry(pool, email, request.ip)
        const passwordHash = await hashPassword(body.next)
        await withTransaction(pool, async (client) => {
          await setPasswordHash(client, userId, passwordHash)
          await endSessions(client, userId, tokenHash)
        })
        sessions.forget()
        return {}
      },
    }),
  ]
}
