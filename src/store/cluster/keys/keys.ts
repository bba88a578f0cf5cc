import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../../../model/permissions.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bytea, nullable, type RowOf, Table, text, texts, timestamp, uuid } from '../../postgres/table.ts'
import { hashKey, makeApiKey } from './apiKey.ts'

/** Who a key speaks for. projectId null: an operator, with every scope on every project. */
export interface KeyHolder {
  keyId: string
  projectId: string | null
  scopes: ReadonlySet<Scope>
}

export interface ListedKey {
  keyId: string
  name: string
  scopes: Scope[]
  lastFour: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const API_KEYS = new Table('api_keys', {
  id: uuid,
  project_id: nullable(uuid),
  name: text,
  key_hash: bytea,
  last_four: text,
  scopes: texts<Scope>(),
  created_at: timestamp,
  last_used_at: nullable(timestamp),
})
type KeyRow = RowOf<typeof API_KEYS>

/** Makes a key and answers it in plain text, for the only time. */
export async function insertKey(
  db: Queryable,
  made: { projectId: string | null; name: string; scopes: readonly Scope[]; key?: string },
): Promise<{ keyId: string; key: string }> {
  const key = made.key ?? makeApiKey()
  const keyId = randomUUID()
  await db.query(
    `insert into api_keys (id, project_id, name, key_hash, last_four, scopes) values ($1, $2, $3, $4, $5, $6)
     on conflict (key_hash) do nothing`,
    [keyId, made.projectId, made.name, hashKey(key), key.slice(-4), made.scopes],
  )
  return { keyId, key }
}

export async function findKey(db: Queryable, key: string): Promise<KeyHolder | null> {
  const hash = hashKey(key)
  const { rows } = await db.query<Pick<KeyRow, 'id' | 'project_id' | 'scopes' | 'key_hash'>>(
    'select id, project_id, scopes, key_hash from api_keys where key_hash = $1 and revoked_at is null',
    [hash],
  )
  const row = rows[0]
  if (!row || !timingSafeEqual(row.key_hash, hash)) return null
  return { keyId: row.id, projectId: row.project_id, scopes: new Set(row.scopes) }
}

export async function listKeys(db: Queryable, projectId: string): Promise<ListedKey[]> {
  const { rows } = await db.query<Omit<KeyRow, 'project_id' | 'key_hash'>>(
    `select id, name, scopes, last_four, created_at, last_used_at from api_keys
     where project_id = $1 and revoked_at is null order by created_at, id`,
    [projectId],
  )
  return rows.map((row) => ({
    keyId: row.id,
    name: row.name,
    scopes: row.scopes,
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** False if the project has no such key. */
export async function endKey(db: Queryable, projectId: string, keyId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update api_keys set revoked_at = now() where project_id = $1 and id = $2 and revoked_at is null',
    [projectId, keyId],
  )
  return rowCount === 1
}

/** The operators' own keys, which belong to no project. */
export async function listAdminKeys(
  db: Queryable,
): Promise<Pick<ListedKey, 'keyId' | 'lastFour' | 'createdAt' | 'lastUsedAt'>[]> {
  const { rows } = await db.query<Pick<KeyRow, 'id' | 'last_four' | 'created_at' | 'last_used_at'>>(
    `select id, last_four, created_at, last_used_at from api_keys
     where project_id is null and revoked_at is null order by created_at, id`,
  )
  return rows.map((row) => ({
    keyId: row.id,
    lastFour: row.last_four,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** False if there is no such admin key. */
export async function endAdminKey(db: Queryable, keyId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update api_keys set revoked_at = now() where project_id is null and id = $1 and revoked_at is null',
    [keyId],
  )
  return rowCount === 1
}

/** Notes when keys were last used; called now and then with what gathered, never once a request. */
export async function touchKeys(db: Queryable, keyIds: string[]): Promise<void> {
  await db.query('update api_keys set last_used_at = now() where id = any($1)', [keyIds])
}
