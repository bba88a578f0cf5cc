import type { Queryable } from '../../postgres/pools.ts'

export interface ProjectSums {
  totalJobs: number
  completedJobs: number
  failedJobs: number
  cancelledJobs: number
  annotations: number
}

type SumRow = { project_id: string } & Record<'total' | 'completed' | 'failed' | 'cancelled' | 'annotations', number>

/** Sums over each project's batches, of all projects or of these. */
export async function sumProjects(
  db: Queryable,
  projectIds: readonly string[] | null,
): Promise<Map<string, ProjectSums>> {
  const { rows } = await db.query<SumRow>(
    `select project_id, sum(total_jobs + coalesce((select sum(a.jobs) from batch_arrivals a
         where a.project_id = c.project_id and a.batch_id = c.batch_id), 0))::bigint as total, sum(completed_jobs)::bigint as completed,
       sum(failed_jobs)::bigint as failed, sum(cancelled_jobs)::bigint as cancelled, sum(annotations)::bigint as annotations
     from batch_counts c where $1::uuid[] is null or project_id = any($1) group by project_id`,
    [projectIds],
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
