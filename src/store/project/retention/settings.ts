import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'

/** Days from a job's last completion, failure or cancellation for which its data is stored; null: permanently. */
export interface Retention {
  inputsDays: number | null
  resultsDays: number | null
  draftsDays: number | null
}

export const KEEP_ALL: Retention = { inputsDays: null, resultsDays: null, draftsDays: null }

export async function readRetention(db: Queryable, projectId: string): Promise<Retention> {
  const rows = await namedRows<Retention>(
    db,
    `select inputs_days, results_days, drafts_days
     from retention_settings where project_id = $1`,
    [projectId],
  )
  return rows[0] ?? KEEP_ALL
}

export async function writeRetention(db: Queryable, projectId: string, retention: Retention): Promise<void> {
  const { inputsDays, resultsDays, draftsDays } = retention
  await db.query(
    `insert into retention_settings (project_id, inputs_days, results_days, drafts_days, updated_at)
     values ($1, $2, $3, $4, clock_timestamp())
     on conflict (project_id) do update set inputs_days = excluded.inputs_days, results_days = excluded.results_days,
       drafts_days = excluded.drafts_days, updated_at = excluded.updated_at`,
    [projectId, inputsDays, resultsDays, draftsDays],
  )
}
