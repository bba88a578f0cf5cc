import type { Queryable } from '../../postgres/pools.ts'
import type { Job } from '../../project/jobs/jobs.ts'

/**
 * How much is annotated in jobs without a result yet: the objects that were saved since the last submission, else the
 * records of that submission. Jobs without either are left out. Each job is looked up where it is kept, which for a
 * person's private copies is no project.
 */
export async function listAnnotationCounts(
  db: Queryable,
  jobs: readonly Pick<Job, 'projectId' | 'jobId'>[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; count: number }>(
    `select id, count from unnest($1::uuid[], $2::uuid[]) as asked(place, id), lateral (
       select coalesce(
         (select w.objects from works w where w.project_id = place and w.job_id = id and w.version > w.submitted_version),
         (select s.annotations from submissions s where s.project_id = place and s.job_id = id
          order by s.version desc limit 1))::int as count
     ) counted where count is not null`,
    [jobs.map(({ projectId }) => projectId), jobs.map(({ jobId }) => jobId)],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
