import type { FastifyRequest } from 'fastify'
import type { Asked } from '../../contract/endpoint.ts'
import { mayDo } from '../../model/permissions.ts'
import { personSeesProject } from '../../store/cluster/people/people.ts'
import { findSession, type Session, touchSession } from '../../store/cluster/people/sessions.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { seesProject } from '../../workflow/policies/people.ts'
import { ApiError } from './apiError.ts'
import { sessionToken } from './cookie.ts'

const REMEMBER_MS = 1000

export const notSignedIn = () => new ApiError('auth-failure', 'sign in first')
export const mayNot = () => new ApiError('unauthorized', 'you do not have permission to do this')

/**
 * Finds the person of a session. The database's answer is cached for a second: a person whom another process
 * deactivates is out a second later.
 */
export class SessionCheck {
  readonly #db: Queryable
  readonly #known = new Map<string, { session: Session; untilMs: number }>()
  readonly #makers = new Map<string, { sees: boolean; untilMs: number }>()
  readonly #baseUrl: () => string

  constructor(db: Queryable, baseUrl: () => string) {
    this.#db = db
    this.#baseUrl = baseUrl
  }

  /**
   * 401 without a session, 403 without the permission or for a project that is not the person's; otherwise the session.
   */
  async check(request: FastifyRequest, asked: Asked, projectId: string | null): Promise<Session> {
    const session = await this.find(request)
    if (!session) throw notSignedIn()
    if (asked !== 'signed-in' && !mayDo(session.role, asked)) throw mayNot()
    if (projectId !== null && !seesProject(session, projectId.toLowerCase())) throw mayNot()
    return session
  }

  async find(request: FastifyRequest): Promise<Session | null> {
    const token = sessionToken(request, this.#baseUrl())
    if (token === null) return null
    const nowMs = performance.now()
    const known = this.#known.get(token)
    if (known && known.untilMs > nowMs) return known.session
    const session = await findSession(this.#db, token)
    if (!session) {
      this.#known.delete(token)
      return null
    }
    if (session.isStale) await touchSession(this.#db, session.tokenHash)
    if (this.#known.size > 10_000) this.#known.clear()
    this.#known.set(token, { session, untilMs: nowMs + REMEMBER_MS })
    return session
  }

  /** Whether a link still opens: a customer's always, a person's while they see the project themselves. */
  async isLinkOpen({ madeBy }: { madeBy: string | null }, projectId: string): Promise<boolean> {
    if (madeBy === null) return true
    const key = `${madeBy} ${projectId}`
    const nowMs = performance.now()
    const known = this.#makers.get(key)
    if (known && known.untilMs > nowMs) return known.sees
    const sees = await personSeesProject(this.#db, madeBy, projectId)
    if (this.#makers.size > 10_000) this.#makers.clear()
    this.#makers.set(key, { sees, untilMs: nowMs + REMEMBER_MS })
    return sees
  }

  /** Call it after a change of people or sessions in this process, which then applies immediately. */
  forget(): void {
    this.#known.clear()
    this.#makers.clear()
  }
}
