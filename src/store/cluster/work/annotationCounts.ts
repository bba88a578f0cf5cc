import type { Queryable } from '../../postgres/pools.ts'
import type { Job } from '../../project/jobs/jobs.ts'

interface Counted {
  id: string
  count: number
}

/**
 * The number of annotations in jobs without a result: the objects saved since the last submission, otherwise the
 * records of that submission. Jobs with neither are left out. Each job is looked up where it is stored, which is not a
 * project for private copies.
 */
export async function listAnnotationCounts(
  db: Queryable,
  jobs: readonly Pick<Job, 'projectId' | 'jobId'>[],
): Promise<ReadonlyMap<string, number>> {
  const keys = [jobs.map(({ projectId }) => projectId), jobs.map(({ jobId }) => jobId)]
  const { rows: submitted } = await db.query<Counted>(
    `select distinct on (s.project_id, s.job_id) s.job_id as id, s.annotations::int as count
     from unnest($1::uuid[], $2::uuid[]) as asked(place, id) join submissions s on s.project_id = place and s.job_id = id
     order by s.project_id, s.job_id, s.version desc`,
    keys,
  )
  const { rows: saved } = await db.query<Counted>(
    `select w.job_id as id, w.objects as count
     from unnest($1::uuid[], $2::uuid[]) as asked(place, id) join works w on w.project_id = place and w.job_id = id
     where w.version > w.submitted_version and w.objects is not null`,
    keys,
  )
  return new Map([...submitted, ...saved].map(({ id, count }) => [id, count]))
}
