import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queryable } from '../../postgres/pools.ts'
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
    writeOnce(file, `${key}\n`)
  }
  const key = readFileSync(file, 'utf8').trim()
  if (!isWellFormedKey(key)) throw new Error(`${file} holds no key of this service`)
  await createKey(db, { projectId: null, name: 'admin key', scopes: SCOPES, key })
}

/** Whole or not at all: half a key, left by a process that was killed, would keep every later one from starting. */
function writeOnce(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // Another process on the same folder was faster: its key is the one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  rmSync(unfinished)
}
