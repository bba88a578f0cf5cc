import type { Role } from '../model/permissions.ts'
import type { Worker } from '../store/project/work/assignments.ts'

/** A person who is signed in. */
export interface Person {
  type: 'user'
  userId: string
  role: Role
}

/** A program that calls with an API key. */
export interface KeyActor {
  type: 'key'
  keyId: string
}

/** Who acts on a job. Whether they may call at all was decided at the route; policies decide about the record. */
export type Actor = Person | KeyActor

/** The actor as rows name it. */
export const workerOf = (actor: Actor): Worker =>
  actor.type === 'user' ? { userId: actor.userId, keyId: null } : { userId: null, keyId: actor.keyId }
