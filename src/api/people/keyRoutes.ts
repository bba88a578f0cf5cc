import { accountEndpoints } from '../../contract/account.ts'
import { keyBindingsOf } from '../../store/cluster/people/keyBindings.ts'
import { changeKeyBindings } from '../../workflow/people/people.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'

/** The keys that a person gave to commands of the workbench. */
export function keyRoutes({ pool }: ApiContext): Route[] {
  return [
    route(accountEndpoints.getKeyBindings, {
      handle: async ({ session }) => ({ bindings: await keyBindingsOf(pool, session.userId) }),
    }),
    route(accountEndpoints.setKeyBindings, {
      handle: async ({ session, body }) => {
        await changeKeyBindings(pool, session.userId, body.bindings)
        return body
      },
    }),
  ]
}
