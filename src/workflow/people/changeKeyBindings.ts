import { putKeyBindings, type StoredKeys } from '../../store/cluster/people/keyBindings.ts'
import type { Pool } from '../../store/postgres/pools.ts'

/** Keeps a person's own keys with the account. They replace all that were kept before. */
export const changeKeyBindings = (pool: Pool, userId: string, bindings: StoredKeys): Promise<void> =>
  putKeyBindings(pool, userId, bindings)
