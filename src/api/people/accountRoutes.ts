import { accountEndpoints } from '../../contract/account.ts'
import { secretFault } from '../../formats/errors/fault.ts'
import { passwordHashOf } from '../../store/cluster/people/people.ts'
import { changeAccount, changePassword } from '../../workflow/people/people.ts'
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
        await changeAccount(pool, by, session, { name, language })
        sessions.forget()
        return meOf(pool, session.userId)
      },
    }),
    route(accountEndpoints.changePassword, {
      handle: async ({ session, body, by }) => {
        const { userId, email, name } = session
        refuseWeakPassword('next', body.next, { email, name })
        if (!(await signIns.confirm(userId, body.current, await passwordHashOf(pool, userId)))) {
          throw new ApiError('GE_0002', 'the current password is wrong', {
            failures: [secretFault('current', 'INVALID_VALUE', 'the current password', body.current)],
            meta: { reason: 'WRONG_CURRENT_PASSWORD' },
          })
        }
        await changePassword(pool, by, session, await signIns.hash(body.next, userId))
        sessions.forget()
        return {}
      },
    }),
  ]
}
