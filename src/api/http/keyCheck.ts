import type { KeyAccess } from '../../contract/endpoint.ts'
import { isWellFormedKey } from '../../store/cluster/keys/apiKey.ts'
import { findKey, type KeyHolder, touchKeys } from '../../store/cluster/keys/keys.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import { ApiError } from './apiError.ts'

const REMEMBER_MS = 1000

const noKey = () => new ApiError('auth-failure', 'the header x-api-key is missing')
const unknownKey = () =>
  new ApiError(
    'auth-failure',
    'the header x-api-key carries no key of this service: mistyped, revoked or of another one',
  )
const needsAdmin = () => new ApiError('unauthorized', 'this call needs the admin key')
// Whether the other project exists is not revealed.
const foreignProject = () => new ApiError('unauthorized', 'this key belongs to another project')
const needsScope = (scope: KeyAccess) => new ApiError('unauthorized', `this key lacks the scope ${scope}`)

function opens({ scopes }: KeyHolder, access: Exclude<KeyAccess, 'admin'>): boolean {
  return access === 'submit or read' ? scopes.has('submit') || scopes.has('read') : scopes.has(access)
}

/**
 * Knows who a key speaks for. What the database said is remembered for a second, so that a busy key costs one query a
 * second, and a key revoked by another process is out a second later.
 */
export class KeyCheck {
  readonly #db: Queryable
  readonly #known = new Map<string, { holder: KeyHolder; untilMs: number }>()
  readonly #used = new Set<string>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** 401 for an unknown key, 403 for one without the scope or of another project; otherwise its holder. */
  async check(key: unknown, access: KeyAccess, projectId: string | null, nowMs: number): Promise<KeyHolder> {
    if (typeof key !== 'string') throw noKey()
    const holder = await this.#holder(key, nowMs)
    this.#used.add(holder.keyId)
    if (holder.projectId === null) return holder
    if (access === 'admin' || projectId === null) throw needsAdmin()
    if (holder.projectId !== projectId.toLowerCase()) throw foreignProject()
    if (!opens(holder, access)) throw needsScope(access)
    return holder
  }

  /** Call it after a revocation in this process, which then applies immediately. */
  forget(): void {
    this.#known.clear()
  }

  /** Writes down which keys were used since the last call. */
  async recordKeyUsage(): Promise<void> {
    if (this.#used.size === 0) return
    const ids = [...this.#used]
    this.#used.clear()
    await touchKeys(this.#db, ids)
  }

  async #holder(key: string, nowMs: number): Promise<KeyHolder> {
    const known = this.#known.get(key)
    if (known && known.untilMs > nowMs) return known.holder
    // A typo is refused without the database.
    if (!isWellFormedKey(key)) throw unknownKey()
    const holder = await findKey(this.#db, key)
    if (!holder) {
      this.#known.delete(key)
      throw unknownKey()
    }
    if (this.#known.size > 10_000) this.#known.clear()
    this.#known.set(key, { holder, untilMs: nowMs + REMEMBER_MS })
    return holder
  }
}
