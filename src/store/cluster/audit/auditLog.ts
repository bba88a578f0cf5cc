import type { AuditAction } from '../../../model/audit.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { AUDIT_LOG, type AuditRow } from '../../project/audit/audit.ts'

/** A page of the log begins after this row. */
export interface AuditPlace {
  /** With all its digits, as PostgreSQL writes it. */
  at: string
  id: string
}

export interface AuditFilter {
  /** Only of these projects; null: of all, and of the installation. */
  projectIds: readonly string[] | null
  actorId: string | null
  /** The whole name, or a noun such as `job` for all that begin so. */
  action: AuditAction | string | null
  /** Included. */
  from: Date | null
  /** Excluded. */
  to: Date | null
}

export interface AuditEntry extends AuditRow {
  place: AuditPlace
  /** Email of the person, or name of the key. */
  actor_name: string | null
}

/** Rows of the log, the newest first. */
export async function auditPage(
  db: Queryable,
  filter: AuditFilter,
  after: AuditPlace | null,
  limit: number,
): Promise<AuditEntry[]> {
  const { rows } = await db.query<AuditRow & { made: string }>(
    `select ${AUDIT_LOG.list()}, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as made from audit_log
     where ($1::uuid[] is null or project_id = any($1)) and ($2::uuid is null or actor_id = $2)
       and ($3::text is null or action = $3 or starts_with(action, $3 || '.'))
       and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
       and ($6::timestamptz is null or (at, id) < ($6::timestamptz, $7::uuid))
     order by at desc, id desc limit $8`,
    [
      filter.projectIds,
      filter.actorId,
      filter.action,
      filter.from,
      filter.to,
      after?.at ?? null,
      after?.id ?? null,
      limit,
    ],
  )
  const names = await namesOf(
    db,
    rows.flatMap((row) => row.actor_id ?? []),
  )
  return rows.map(({ made, ...row }) => ({
    ...row,
    place: { at: made, id: row.id },
    actor_name: (row.actor_id && names.get(row.actor_id)) ?? null,
  }))
}

async function namesOf(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, email as name from users where id = any($1) union all select id, name from api_keys where id = any($1)',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
