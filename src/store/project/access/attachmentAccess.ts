import type { Queryable } from '../../postgres/pools.ts'
import { openSecret, sealSecret } from '../../secrets.ts'

/** The visible part of a secret: that it is set. */
export interface ShownSecret {
  set: true
  last4?: string
}

/** A rule as it may be read back. */
export interface ShownRule {
  match: string
  headers?: Record<string, ShownSecret>
  endpoint?: string
  region?: string
  access_key_id?: string
  secret_access_key?: ShownSecret
  write?: boolean
}

const context = (projectId: string) => `attachment-access:${projectId}`

/**
 * Rules for accessing a project's private data. They contain secrets, so they are sealed as a whole; `shown` is the
 * readable part.
 */
export async function putAttachmentAccess(
  db: Queryable,
  masterKey: Buffer,
  projectId: string,
  rules: readonly object[],
  shown: readonly ShownRule[],
): Promise<void> {
  await db.query(
    `insert into attachment_access (project_id, rules, shown) values ($1, $2, $3)
     on conflict (project_id) do update set rules = excluded.rules, shown = excluded.shown`,
    [projectId, sealSecret(masterKey, JSON.stringify(rules), context(projectId)), JSON.stringify(shown)],
  )
}

/** The rules with their secrets, for downloads. */
export async function openAttachmentAccess<Rule>(db: Queryable, masterKey: Buffer, projectId: string): Promise<Rule[]> {
  const { rows } = await db.query<{ rules: Buffer }>('select rules from attachment_access where project_id = $1', [
    projectId,
  ])
  return rows[0] ? JSON.parse(openSecret(masterKey, rows[0].rules, context(projectId)).toString('utf8')) : []
}

export async function shownAttachmentAccess(db: Queryable, projectId: string): Promise<ShownRule[]> {
  const { rows } = await db.query<{ shown: ShownRule[] }>('select shown from attachment_access where project_id = $1', [
    projectId,
  ])
  return rows[0]?.shown ?? []
}
