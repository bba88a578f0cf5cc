import type { FastifyRequest } from 'fastify'
import type { AuditActor } from '../../model/audit.ts'
import type { KeyHolder } from '../../store/cluster/keys/keys.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { Actor, Person } from '../../workflow/actor.ts'

export const personOf = ({ userId, role }: Session): Person => ({ type: 'user', userId, role })

/** Who calls, as the audit log names them. */
export function auditActor({ session, keyHolder, ip }: FastifyRequest): AuditActor {
  if (session) return { type: 'user', id: session.userId, address: ip }
  return keyHolder ? { type: 'key', id: keyHolder.keyId, address: ip } : { type: 'service', id: null, address: ip }
}

/** Who acts in this call, of a route that asked for a key or a session. */
export function actorOf({ session, key }: { session: Session | null; key: KeyHolder | null }): Actor {
  if (session) return personOf(session)
  if (!key) throw new Error('the route let a call through that has neither key nor session')
  return { type: 'key', keyId: key.keyId }
}
