import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCOPES } from '../../../model/permissions.ts'
import { errorCode } from '../../postgres/errors.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { hashKey, isWellFormedKey, makeApiKey } from './apiKey.ts'
import { insertKey } from './keys.ts'

/** The path of the operator's key. */
export const adminKeyFile = (dataDir: string) => join(dataDir, 'admin-key')

export interface AdminKeyPlace {
  dataDir: string
  /** Whether only this data folder uses the database: then it has no other admin key. */
  ownsDatabase: boolean
}

/**
 * Creates the operator's key in DATA_DIR/admin-key (0600) if it is missing, and makes sure that the database accepts
 * only this key of this installation: a data folder may meet a new database, and a database may have several machines
 * with a folder each. Deleting the file therefore revokes its key. Returns whether a key was created.
 */
export async function ensureAdminKey(db: Queryable, place: AdminKeyPlace): Promise<boolean> {
  const file = adminKeyFile(place.dataDir)
  const installation = readInstallation(place.dataDir)
  if (existsSync(file)) {
    const key = readKey(file)
    await register(db, key, installation)
    if (await isKnown(db, key)) {
      await revokeOthers(db, key, installation, place)
      return false
    }
    // A revoked key stays revoked, wherever the file comes from.
    rmSync(file)
  }
  const made = makeApiKey()
  // Registered first: a key in the file that the database does not know would be useless.
  await register(db, made, installation)
  writeOnce(file, `${made}\n`)
  // Another process on the same folder may have been faster; then its key counts.
  await revokeOthers(db, readKey(file), installation, place)
  return true
}

/** Replaces the key in the file, which is revoked immediately. Returns the new one, which is not shown again. */
export async function replaceAdminKey(db: Queryable, place: AdminKeyPlace): Promise<string> {
  const file = adminKeyFile(place.dataDir)
  const installation = readInstallation(place.dataDir)
  const made = makeApiKey()
  await register(db, made, installation)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${made}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
  await revokeOthers(db, made, installation, place)
  return made
}

/** Names this data folder in the database, so that its keys can be distinguished from those of other machines. */
function readInstallation(dataDir: string): string {
  const file = join(dataDir, 'installation')
  if (!existsSync(file)) writeOnce(file, `${randomUUID()}\n`)
  return readFileSync(file, 'utf8').trim()
}

function readKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim()
  if (!isWellFormedKey(key)) throw new Error(`${file} holds no key of this service`)
  return key
}

async function register(db: Queryable, key: string, installation: string): Promise<void> {
  await insertKey(db, { projectId: null, name: 'admin key', scopes: SCOPES, key })
  await db.query('update api_keys set installation = $2 where key_hash = $1 and installation is null', [
    hashKey(key),
    installation,
  ])
}

async function isKnown(db: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await db.query('select from api_keys where key_hash = $1 and revoked_at is null', [hashKey(key)])
  return rowCount === 1
}

async function revokeOthers(db: Queryable, key: string, installation: string, place: AdminKeyPlace): Promise<void> {
  await db.query(
    `update api_keys set revoked_at = now()
     where project_id is null and revoked_at is null and key_hash <> $1 and ($3 or installation = $2)`,
    [hashKey(key), installation, place.ownsDatabase],
  )
}

/** Whole or not at all: half a key, left by a process that was killed, would keep every later one from starting. */
function writeOnce(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.${randomUUID()}`
  writeFileSync(unfinished, text, { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, file)
  } catch (error) {
    // Another process on the same folder was faster.
    if (errorCode(error) !== 'EEXIST') throw error
  }
  rmSync(unfinished)
}
