import type { KeyHolder } from '../../store/cluster/keys/keys.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { Actor, Person } from '../../workflow/actor.ts'

export const personOf = ({ userId, role }: Session): Person => ({ type: 'user', userId, role })

/** Who acts in this call, of a route that asked for a key or a session. */
export function actorOf({ session, key }: { session: Session | null; key: KeyHolder | null }): Actor {
  if (session) return personOf(session)
  if (!key) throw new Error('the route let a call through that has neither key nor session')
  return { type: 'key', keyId: key.keyId }
}
