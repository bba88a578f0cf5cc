import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'
import type { Retention } from '../../project/retention/settings.ts'

/** Projects that do not keep everything permanently. */
export async function projectsWithRetention(db: Queryable): Promise<(Retention & { projectId: string })[]> {
  const rows = await namedRows<Retention & { projectId: string }>(
    db,
    `select project_id, inputs_days, results_days,
       drafts_days
     from retention_settings where coalesce(inputs_days, results_days, drafts_days) is not null order by project_id`,
  )
  return rows
}
