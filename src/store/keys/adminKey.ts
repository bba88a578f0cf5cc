import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queryable } from '../postgres/pools.ts'
import { isWellFormedKey, makeApiKey } from './apiKey.ts'
import { createKey, SCOPES } from './keys.ts'

/** Where the operator's key lies. */
export const adminKeyFile = (dataDir: string) => join(dataDir, 'admin-key')

/**
 * Makes the operator's key once, in DATA_DIR/admin-key (0600), and sees to it that the database knows it: a data folder
 * may meet a new database, and a database several machines with a folder each.
 */
export async function ensureAdminKey(db: Queryable, dataDir: string): Promise<void> {
  const file = adminKeyFile(dataDir)
  if (!existsSync(file)) {
    const key = makeApiKey()
    // Known to the database first: a key in the file that nobody knows would be of no use.
    await createKey(db, { projectId: null, name: 'admin key', scopes: SCOPES, key })
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return
  }
  const key = readFileSync(file, 'utf8').trim()
  if (!isWellFormedKey(key)) throw new Error(`${file} holds no key of this service`)
  await createKey(db, { projectId: null, name: 'admin key', scopes: SCOPES, key })
}
