import type { AuditActor } from '../../model/audit.ts'
import type { Scope } from '../../model/permissions.ts'
import { isUuid } from '../../model/uuid.ts'
import { type AdminKeyPlace, replaceAdminKey } from '../../store/cluster/keys/adminKey.ts'
import { endAdminKey, endKey, insertKey } from '../../store/cluster/keys/keys.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { WorkflowRefusal } from '../refusal.ts'

/** What the audit log shows of a key. */
const shownKey = (key: string) => ({ set: true, last4: key.slice(-4) })

/** Makes a key of a project and answers it in plain text, for the only time. */
export function createKey(
  pool: Pool,
  by: AuditActor,
  made: { projectId: string; name: string; scopes: readonly Scope[] },
): Promise<{ keyId: string; key: string }> {
  return withTransaction(pool, async (db) => {
    const { keyId, key } = await insertKey(db, made)
    const { projectId, name, scopes } = made
    const after = { name, scopes, key: shownKey(key) }
    await recordAudit(db, by, { projectId, action: 'key.create', object: keyId, after })
    return { keyId, key }
  })
}

export function revokeKey(pool: Pool, by: AuditActor, projectId: string, keyId: string): Promise<void> {
  return withTransaction(pool, async (db) => {
    if (!isUuid(keyId) || !(await endKey(db, projectId, keyId)))
      throw new WorkflowRefusal('resource_error', 'the project has no such key')
    await recordAudit(db, by, { projectId, action: 'key.revoke', object: keyId })
  })
}

/** Replaces the admin key of a data folder. Answers the new one, for the only time. */
export function rotateAdminKey(pool: Pool, by: AuditActor, place: AdminKeyPlace): Promise<string> {
  return withTransaction(pool, async (db) => {
    const key = await replaceAdminKey(db, place)
    const after = { key: shownKey(key) }
    await recordAudit(db, by, { projectId: null, action: 'admin_key.rotate', object: null, after })
    return key
  })
}

export function revokeAdminKey(pool: Pool, by: AuditActor, keyId: string): Promise<void> {
  return withTransaction(pool, async (db) => {
    if (!isUuid(keyId) || !(await endAdminKey(db, keyId)))
      throw new WorkflowRefusal('resource_error', 'there is no such admin key')
    await recordAudit(db, by, { projectId: null, action: 'admin_key.revoke', object: keyId })
  })
}
