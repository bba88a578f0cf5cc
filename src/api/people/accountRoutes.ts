import { accountEndpoints } from '../../contract/account.ts'
import { secretFault } from '../../formats/errors/fault.ts'
import type { AuditActor } from '../../model/audit.ts'
import { changePerson, passwordHashOf, setPasswordHash } from '../../store/cluster/people/people.ts'
import { endSessions, type Session } from '../../store/cluster/people/sessions.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { readName, refuseWeakPassword } from '../signIn/personFields.ts'
import { meOf } from './me.ts'

/** What people may see and change of themselves. */
export function accountRoutes(context: ApiContext): Route[] {
  const { pool, sessions, signIns } = context
  return [
    route(accountEndpoints.getMe, {
      handle: ({ session }) => meOf(pool, session.userId),
    }),
    route(accountEndpoints.changeMe, {
      handle: async ({ session, body, by }) => {
        const { language } = body
        const name = body.name === undefined ? undefined : readName(body.name)
        await withTransaction(pool, async (client) => {
          await changePerson(client, session.userId, { name, language })
          const after = name === undefined ? { name: session.name } : { name }
          const change = { projectId: null, action: 'user.change', object: session.userId } as const
          await recordDifference(client, by, { ...change, before: { name: session.name }, after })
        })
        sessions.forget()
        return meOf(pool, session.userId)
      },
    }),
    route(accountEndpoints.changePassword, {
      handle: async ({ session, body, by }) => {
        const { userId, email, name, tokenHash } = session
        refuseWeakPassword('next', body.next, { email, name })
        if (!(await signIns.confirm(userId, body.current, await passwordHashOf(pool, userId)))) {
          throw new ApiError('GE_0002', 'the current password is wrong', {
            failures: [secretFault('current', 'INVALID_VALUE', 'the password that holds now', body.current)],
            meta: { reason: 'WRONG_CURRENT_PASSWORD' },
          })
        }
        await setPassword(pool, by, { userId, tokenHash, passwordHash: await signIns.hash(body.next, userId) })
        sessions.forget()
        return {}
      },
    }),
  ]
}

/** Ends all sessions but this one. */
function setPassword(
  pool: Pool,
  by: AuditActor,
  { userId, tokenHash, passwordHash }: Pick<Session, 'userId' | 'tokenHash'> & { passwordHash: string },
): Promise<void> {
  return withTransaction(pool, async (client) => {
    await setPasswordHash(client, userId, passwordHash)
    await endSessions(client, userId, tokenHash)
    await recordAudit(client, by, { projectId: null, action: 'user.change_password', object: userId })
  })
}
