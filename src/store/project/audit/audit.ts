import { randomUUID } from 'node:crypto'
import { type AuditAction, type AuditActor, INSTALLATION } from '../../../model/audit.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { json, nullable, type RowOf, Table, text, textOf, timestamp, uuid } from '../../postgres/table.ts'

export const AUDIT_LOG = new Table('audit_log', {
  project_id: uuid,
  id: uuid,
  at: timestamp,
  actor_type: textOf<AuditActor['type']>(),
  actor_id: nullable(uuid),
  address: nullable(text),
  action: textOf<AuditAction>(),
  object: nullable(text),
  before: nullable(json<Record<string, unknown>>()),
  after: nullable(json<Record<string, unknown>>()),
})
export type AuditRow = RowOf<typeof AUDIT_LOG>

export interface AuditedChange {
  /** Null: the whole installation. */
  projectId: string | null
  action: AuditAction
  /** Id or name of the changed object. */
  object: string | null
  /** As it may be shown: never a secret, a document or a payload. */
  before?: object | null
  after?: object | null
}

/** Records a change in the log; run it in the transaction of the change. */
export async function recordAudit(db: Queryable, by: AuditActor, change: AuditedChange): Promise<void> {
  await db.query(
    `insert into audit_log (project_id, id, at, actor_type, actor_id, address, action, object, before, after)
     values ($1, $2, clock_timestamp(), $3, $4, $5, $6, $7, $8, $9)`,
    [
      change.projectId ?? INSTALLATION,
      randomUUID(),
      by.type,
      by.id,
      by.address,
      change.action,
      change.object,
      change.before && JSON.stringify(change.before),
      change.after && JSON.stringify(change.after),
    ],
  )
}

/** Records a change of something that existed: only the members that differ, and no row without any. */
export async function recordDifference(
  db: Queryable,
  by: AuditActor,
  change: AuditedChange & { before: object; after: object },
): Promise<void> {
  const after = new Map<string, unknown>(Object.entries(change.after))
  const before = new Map<string, unknown>(Object.entries(change.before))
  const isSame = (name: string) => JSON.stringify(before.get(name)) === JSON.stringify(after.get(name))
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => !isSame(name))
  if (names.length === 0) return
  const only = (values: Map<string, unknown>) =>
    Object.fromEntries(names.filter((name) => values.has(name)).map((name) => [name, values.get(name)]))
  await recordAudit(db, by, { ...change, before: only(before), after: only(after) })
}
