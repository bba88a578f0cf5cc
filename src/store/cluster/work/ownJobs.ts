import type { JobFilter, JobOrder } from '../../../model/jobFilter.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { jobConditions, SqlParameters } from '../../project/jobs/jobConditions.ts'
import { type FoundJobs, type FoundRow, foundJobs, type JobKey, jobsInOrder } from '../../project/jobs/jobSearch.ts'
import { HAS_HELD } from '../../project/work/assignments.ts'

export interface OwnSearch {
  userId: string
  /** The project and the person's space in it. */
  places: readonly string[]
  filter: JobFilter
  order: JobOrder
  after: JobKey | null
  limit: number
}

/** What several people made of a job is one job again when the last of them has submitted. */
const IS_CLOSED = `exists (select 1 from consensus_jobs c where c.project_id = j.project_id and c.job_id = j.id
    and not c.is_open)`
const IS_CLOSED_COPY = `(j.origin_job is not distinct from j.id and exists (select 1 from consensus_jobs c
    where c.project_id = j.origin_project and c.job_id = j.id and not c.is_open))`

/** Jobs that a person holds or has submitted, own copies among them, as one list. */
export async function searchOwnJobs(db: Queryable, search: OwnSearch): Promise<FoundJobs> {
  const { userId, places, filter, limit } = search
  if (filter.stages?.length === 0) return { jobs: [], next: null }
  const parameters = new SqlParameters(userId, places)
  const { columns, isAfter, orderBy } = jobsInOrder(search, parameters)
  const conditions = jobConditions(filter, parameters)
  const { rows } = await db.query<FoundRow>(
    `select ${columns} from jobs j
     where j.project_id = any($2) and exists (select 1 from assignments a where a.project_id = j.project_id
         and a.job_id = j.id and a.user_id = $1 and ${HAS_HELD}
         and (a.purpose = 'annotate' and not ${IS_CLOSED_COPY} or a.purpose = 'consensus' and ${IS_CLOSED}))
       and ${[...conditions, isAfter].join(' and ')}
     ${orderBy} limit ${limit + 1}`,
    parameters.values,
  )
  return foundJobs(rows, limit)
}
