import type { Queryable } from '../../postgres/pools.ts'
import { keepLateCounts } from '../../project/batches/batches.ts'

export interface ProjectSums {
  totalJobs: number
  completedJobs: number
  failedJobs: number
  cancelledJobs: number
  annotations: number
}

type SumRow = { project_id: string } & Record<'total' | 'completed' | 'failed' | 'cancelled' | 'annotations', number>

const sumOf = (column: string) => `sum(case when project_id = any($2) then late_${column} else ${column} end)::bigint`

/**
 * Sums over each project's batches, of all projects or of these.
 * @param lateIds those whose counters are shown as they were at the first look of the day
 */
export async function sumProjects(
  db: Queryable,
  projectIds: readonly string[] | null,
  lateIds: readonly string[] = [],
): Promise<Map<string, ProjectSums>> {
  for (const projectId of lateIds) await keepLateCounts(db, projectId)
  const { rows } = await db.query<SumRow>(
    `select project_id, sum(total_jobs + coalesce((select sum(a.jobs) from batch_arrivals a
         where a.project_id = c.project_id and a.batch_id = c.batch_id), 0))::bigint as total,
       ${sumOf('completed_jobs')} as completed, ${sumOf('failed_jobs')} as failed,
       ${sumOf('cancelled_jobs')} as cancelled, ${sumOf('annotations')} as annotations
     from batch_counts c where $1::uuid[] is null or project_id = any($1) group by project_id`,
    [projectIds, lateIds],
  )
  return new Map(
    rows.map((row) => [
      row.project_id,
      {
        totalJobs: row.total,
        completedJobs: row.completed,
        failedJobs: row.failed,
        cancelledJobs: row.cancelled,
        annotations: row.annotations,
      },
    ]),
  )
}
