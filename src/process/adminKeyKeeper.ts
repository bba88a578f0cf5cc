import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { KeyCheck } from '../api/http/keyCheck.ts'
import { type AdminKeyPlace, adminKeyFile, ensureAdminKey } from '../store/cluster/keys/adminKey.ts'
import type { Pool } from '../store/postgres/pools.ts'

const CHECK_MS = 2000

/** Makes another admin key soon after the operator deleted the file, which revokes the key that it held. */
export function keepAdminKey(pool: Pool, place: AdminKeyPlace, keys: KeyCheck, log: Logger): { stop(): void } {
  const timer = setInterval(() => {
    if (existsSync(adminKeyFile(place.dataDir))) return
    ensureAdminKey(pool, place).then(
      () => {
        keys.forget()
        log.warn('the file of the admin key was deleted: the key is revoked, and another one is in the file')
      },
      (error: unknown) => log.warn({ err: error }, 'the admin key could not be made'),
    )
  }, CHECK_MS)
  return { stop: () => clearInterval(timer) }
}
