import type { Queryable } from '../../postgres/pools.ts'
import type { Retention } from '../../project/retention/settings.ts'

/** Projects that do not keep everything permanently. */
export async function projectsWithRetention(db: Queryable): Promise<(Retention & { projectId: string })[]> {
  const { rows } = await db.query<Retention & { projectId: string }>(
    `select project_id as "projectId", inputs_days as "inputsDays", results_days as "resultsDays",
       drafts_days as "draftsDays"
     from retention_settings where coalesce(inputs_days, results_days, drafts_days) is not null order by project_id`,
  )
  return rows
}
