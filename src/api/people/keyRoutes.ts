import { Type } from 'typebox'
import { keyBindingsOf } from '../../store/cluster/people/keyBindings.ts'
import { changeKeyBindings } from '../../workflow/people/changeKeyBindings.ts'
import type { ApiContext } from '../context.ts'
import { type Route, route } from '../http/route.ts'

const Bindings = Type.Object({
  bindings: Type.Record(
    Type.String({ pattern: '^.{1,200}$' }),
    Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 8 }),
    { maxProperties: 1000, additionalProperties: false },
  ),
})

/** The keys that a person gave to commands of the workbench. */
export function keyRoutes({ pool }: ApiContext): Route[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/me/keys'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Your keys of the workbench',
      answer: Bindings,
      handle: async ({ session }) => ({ bindings: await keyBindingsOf(pool, session.userId) }),
    }),
    route({
      method: 'PUT',
      paths: ['/api/me/keys'],
      access: { session: 'signed-in' },
      tag: 'pages',
      summary: 'Change your keys of the workbench: all of them',
      body: Bindings,
      answer: Bindings,
      handle: async ({ session, body }) => {
        await changeKeyBindings(pool, session.userId, body.bindings)
        return body
      },
    }),
  ]
}
